import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

/** Longer than any device needs; the challenge itself lasts for five minutes. */
const timeout = 60_000;

/**
 * Does the proof of work that the server requires of new devices when many codes are requested. The hashing is the
 * browser's own, off the page's thread, so the page stays usable. Returns undefined if it took too long.
 */
export async function solveDeviceChallenge(text: string): Promise<string | undefined> {
  const challenge = JSON.parse(text) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey, timeout });
  return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined;
}
