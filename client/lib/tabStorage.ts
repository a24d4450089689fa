/** Returns a value that this tab stored as JSON; undefined if there is none, or if it is not JSON. */
export function readStored<Value>(key: string): Value | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? "null") as Value | null) ?? undefined;
  } catch {
    return undefined;
  }
}
