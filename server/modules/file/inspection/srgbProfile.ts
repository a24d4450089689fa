/**
 * Checks whether a colour profile describes plain sRGB. Browsers write such profiles, and because sRGB is the
 * default, the image looks the same without one.
 */

/**
 * The columns of sRGB's matrix for D50 (ICC.1). The columns of other colour spaces differ by far more than
 * `tolerance`.
 */
const primaries: readonly (readonly [tag: string, x: number, y: number, z: number])[] = [
  ["rXYZ", 0.436, 0.2225, 0.0139],
  ["gXYZ", 0.3851, 0.7169, 0.0971],
  ["bXYZ", 0.1431, 0.0606, 0.7141],
];
/** Linear brightness of an sRGB value of 0.5. */
const middle = 0.214;
const tolerance = 0.002;
/** Lookup tables from device to profile connection space, which take precedence over the matrix. */
const tableTags = ["A2B0", "A2B1", "A2B2"];

/** Returns false for a damaged profile, because `profile` is untrusted input. */
export function isSrgb(profile: Buffer): boolean {
  try {
    const tags = readTags(profile);
    if (profile.toString("latin1", 16, 20) !== "RGB " || tableTags.some((tag) => tags.has(tag))) return false;
    const near = (value: number, wanted: number) => Math.abs(value - wanted) <= tolerance;
    const matches = primaries.every(([tag, ...wanted]) => {
      const place = tags.get(tag)!;
      return wanted.every((value, index) => near(profile.readInt32BE(place + 8 + 4 * index) / 65536, value));
    });
    return (
      matches && ["rTRC", "gTRC", "bTRC"].every((tag) => near(readMiddle(profile, tags.get(tag)!), middle))
    );
  } catch {
    return false;
  }
}

/** Returns the offset of each tag (ICC.1, 7.3). */
function readTags(profile: Buffer): Map<string, number> {
  const count = Math.min(profile.readUInt32BE(128), 100);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const place = 132 + 12 * index;
      return [profile.toString("latin1", place, place + 4), profile.readUInt32BE(place + 4)] as const;
    }),
  );
}

/**
 * Returns the value of a tone curve at 0.5. The curve is sampled or has the form (a·x + b)^g (ICC.1, 10.6 and 10.18).
 */
function readMiddle(profile: Buffer, place: number): number {
  const type = profile.toString("latin1", place, place + 4);
  if (type === "curv") {
    const count = profile.readUInt32BE(place + 8);
    return count < 2 ? NaN : profile.readUInt16BE(place + 12 + 2 * Math.round((count - 1) / 2)) / 65535;
  }
  if (type !== "para" || profile.readUInt16BE(place + 8) !== 3) return NaN;
  const [g, a, b] = [0, 1, 2].map((index) => profile.readInt32BE(place + 12 + 4 * index) / 65536);
  return (a! * 0.5 + b!) ** g!;
}
