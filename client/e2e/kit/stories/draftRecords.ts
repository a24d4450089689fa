import type { Page } from "playwright-core";
import { waitFor } from "../../../../server/test/kit/waitFor";

/** Reads the browser's IndexedDB directly, bypassing the app, as a thief who has the device could. */

/** Returns all records of all databases, with name and bytes as Latin-1 text. */
async function readRecords(page: Page): Promise<{ name: string; savedAt: number; text: string }[]> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(String(request.error)));
      });
    const latin = new TextDecoder("latin1");
    const textOf = (value: unknown): string => {
      if (value instanceof ArrayBuffer) return latin.decode(value);
      if (ArrayBuffer.isView(value)) return latin.decode(value);
      if (value instanceof CryptoKey) return `CryptoKey extractable=${value.extractable}`;
      if (value !== null && typeof value === "object")
        return Object.entries(value)
          .map(([name, item]) => `${name}=${textOf(item)}`)
          .join(" ");
      return String(value);
    };
    const records: { name: string; savedAt: number; text: string }[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const [names, values] = await Promise.all([
          done(store.getAllKeys() as IDBRequest<string[]>),
          done(store.getAll()),
        ]);
        values.forEach((value: { savedAt?: number }, index) =>
          records.push({ name: names[index] ?? "", savedAt: value.savedAt ?? 0, text: textOf(value) }),
        );
      }
      database.close();
    }
    return records;
  });
}

/** Returns the names of the drafts and their files. */
export async function draftNames(page: Page): Promise<string[]> {
  return (await readRecords(page)).map(({ name }) => name).filter((name) => name.startsWith("draft:"));
}

/** Returns the `texts` that a record contains in plaintext. They have to be ASCII. */
export async function findInClear(page: Page, texts: string[]): Promise<string[]> {
  const all = (await readRecords(page)).map(({ name, text }) => `${name} ${text}`).join("\n");
  return texts.filter((text) => all.includes(text));
}

/** Waits until a draft has been stored at or after `since`, a time in ms. */
export async function waitForDraftWrite(page: Page, since: number): Promise<void> {
  await waitFor("the draft is written", async () =>
    (await readRecords(page)).some(({ savedAt }) => savedAt >= since),
  );
}

/** Changes the unencrypted fields of each draft's record. */
export async function changeDrafts(
  page: Page,
  change: { savedAt?: number; version?: number },
): Promise<void> {
  await page.evaluate(async (fields) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("drafts");
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = database.transaction("records", "readwrite");
    const cursor = transaction.objectStore("records").openCursor();
    cursor.onsuccess = () => {
      const at = cursor.result;
      if (!at) return;
      const value = at.value as Record<string, unknown>;
      if ("savedAt" in value) at.update({ ...value, ...fields });
      at.continue();
    };
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();
  }, change);
}

/** Stores a record that cannot be decrypted. */
export async function storeUnreadable(page: Page, name: string): Promise<void> {
  await page.evaluate(async (key) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("drafts");
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = database.transaction("records", "readwrite");
    const record = { version: 1, savedAt: Date.now(), iv: new Uint8Array(12), bytes: new ArrayBuffer(32) };
    transaction.objectStore("records").put(record, key);
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();
  }, name);
}
