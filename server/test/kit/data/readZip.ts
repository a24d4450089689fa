import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { fromBuffer, type Options, type ZipFile } from "yauzl";

const openZip = promisify<Buffer, Options, ZipFile>(fromBuffer);

/** Returns the entries of a ZIP by name, in the ZIP's order; rejects if the ZIP is truncated or damaged. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await openZip(bytes, { lazyEntries: true });
  const entries = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) => {
    zip.on("error", reject).on("end", resolve);
    zip.on("entry", (entry: Parameters<ZipFile["openReadStream"]>[0]) =>
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        buffer(stream).then((content) => {
          entries.set(entry.fileName, content);
          zip.readEntry();
        }, reject);
      }),
    );
    zip.readEntry();
  });
  return entries;
}
