/**
 * Encrypts an archive in chunks (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015, with
 * AES-256-GCM). Each chunk is authenticated with its position and a flag for the last one, so that changed, missing,
 * moved or truncated chunks are detected. Only one chunk at a time is in memory.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Magic bytes of an archive: the format and its version. */
const magic = Buffer.from("VISAPORT-BACKUP-1\n");
const saltBytes = 32;
const tagBytes = 16;
/** Plaintext bytes per chunk. */
const chunkBytes = 64 * 1024;

/**
 * The archive was not written by `encryptStream` with this key: it is changed, truncated, in another format, or
 * encrypted with another key.
 */
export class BadArchive extends Error {
  override readonly name = "BadArchive";
}

/**
 * Yields a header, then the encrypted chunks. Each archive has a separate key, which is derived from `secret`
 * (`DATA_KEY`).
 */
export async function* encryptStream(plain: AsyncIterable<Buffer>, secret: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const header = Buffer.concat([magic, salt]);
  const key = deriveKey(secret, salt);
  yield header;
  let place = 0;
  for await (const { chunk, isLast } of toChunks(plain, chunkBytes)) {
    const cipher = createCipheriv("aes-256-gcm", key, makeNonce(place++, isLast)).setAAD(header);
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Decrypts an archive. Throws `BadArchive`; chunks yielded before are authentic but incomplete. */
export async function* decryptStream(
  encrypted: AsyncIterable<Buffer>,
  secret: string,
): AsyncGenerator<Buffer> {
  let header: Buffer | undefined;
  let key: Buffer = Buffer.alloc(0);
  let place = 0;
  const headerBytes = magic.length + saltBytes;
  for await (const { chunk, isLast } of toChunks(encrypted, chunkBytes + tagBytes, headerBytes)) {
    if (!header) {
      if (chunk.length < headerBytes || !chunk.subarray(0, magic.length).equals(magic))
        throw new BadArchive("This is not a backup of Visaport");
      header = chunk;
      key = deriveKey(secret, header.subarray(magic.length));
      continue;
    }
    yield decryptChunk(chunk, key, makeNonce(place++, isLast), header);
  }
  if (place === 0) throw new BadArchive("The archive is truncated");
}

function decryptChunk(chunk: Buffer, key: Buffer, nonce: Buffer, header: Buffer): Buffer {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, nonce).setAAD(header);
    decipher.setAuthTag(chunk.subarray(-tagBytes));
    return Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()]);
  } catch {
    throw new BadArchive("The archive was changed or truncated, or belongs to another DATA_KEY");
  }
}

function deriveKey(secret: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, "visaport/backup", 32));
}

/**
 * The nonce, unique per key and thus per archive: the chunk's position and, in the last byte, a flag for the last
 * chunk.
 */
function makeNonce(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(place), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Yields chunks of `bytes` bytes; the first has `firstBytes`, and the last may be shorter or empty. */
async function* toChunks(
  source: AsyncIterable<Buffer>,
  bytes: number,
  firstBytes = bytes,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let wanted = firstBytes;
  for await (const piece of source) {
    held.push(piece);
    heldBytes += piece.length;
    // Yields a full chunk only after more data has arrived, because the last chunk must be flagged.
    if (heldBytes <= wanted) continue;
    let all = Buffer.concat(held);
    while (all.length > wanted) {
      yield { chunk: all.subarray(0, wanted), isLast: false };
      all = all.subarray(wanted);
      wanted = bytes;
    }
    held = [all];
    heldBytes = all.length;
  }
  yield { chunk: Buffer.concat(held), isLast: true };
}
