const maxListed = 20;

/** Returns one line per lost file, at most 20, and a line with the number of the others. */
export function listLost(fileIds: readonly string[]): string {
  const others = fileIds.length - maxListed;
  const lines = [...fileIds.slice(0, maxListed), ...(others > 0 ? [`and ${others} more`] : [])];
  return lines.map((line) => `\n  ${line}`).join("");
}
