/** Forgets which public pages were opened on this device; the files of the app, the same for all, stay. */
export async function clearPageCaches(): Promise<void> {
  if (typeof caches === "undefined") return;
  try {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("pages-")).map((name) => caches.delete(name)));
  } catch {
    // Private mode may refuse the caches altogether: then there is nothing to forget.
  }
}
