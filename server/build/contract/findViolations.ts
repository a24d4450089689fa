import type { Changes } from "./compareSdl";

/**
 * Returns changes that a release must not contain: breaking ones, and dangerous ones without a line in the changelog.
 */
export function findViolations({ breaking, dangerous }: Changes, changelog: string): string[] {
  const announced = normalise(readUnreleased(changelog));
  return [
    ...breaking.map((change) => `Breaking: ${change}`),
    ...dangerous
      .filter((change) => !announced.includes(normalise(change)))
      .map((change) => `Needs a line under "Unreleased" in docs/api/changelog.md: - ${change}`),
  ];
}

const unreleased = "\n## Unreleased\n";

function readUnreleased(changelog: string): string {
  const [, section = ""] = changelog.split(unreleased);
  return section.split("\n## ")[0]!;
}

/**
 * Returns the changelog with the unreleased changes moved to the release of this day, before those of an earlier
 * release on the same day.
 */
export function closeUnreleased(changelog: string, day: string): string {
  const heading = `\n## ${day}\n`;
  return changelog
    .replace(heading, "")
    .replace(unreleased, unreleased + heading)
    .replace(/\n{3,}/g, "\n\n");
}

/** Removes backticks and line breaks, which comparisons ignore. */
const normalise = (text: string) => text.replaceAll("`", "").replace(/\s+/g, " ");
