const opened = (name: string) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error(`${name} cannot be opened`));
  });

/**
 * Empties every IndexedDB store of this site: the drafts with their pictures. Emptied, not deleted, because a
 * database that a page holds open cannot be deleted.
 */
export async function eraseDeviceDrafts(): Promise<void> {
  if (typeof indexedDB === "undefined" || !indexedDB.databases) return;
  try {
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue;
      const database = await opened(name);
      const stores = [...database.objectStoreNames];
      if (stores.length > 0) {
        const transaction = database.transaction(stores, "readwrite");
        stores.forEach((store) => transaction.objectStore(store).clear());
        await new Promise((resolve) => (transaction.oncomplete = transaction.onabort = resolve));
      }
      database.close();
    }
  } catch {
    // Private mode may refuse IndexedDB altogether: then there is no draft to erase.
  }
}
