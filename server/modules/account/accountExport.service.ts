/** Exports an account as one ZIP. Guards: a link requires a fresh code; each download is recorded before it starts. */
import { once } from "node:events";
import { Readable } from "node:stream";
import type { ZipArchive } from "archiver";
import type { Platform } from "../../platform/adapters/Platform";
import { DomainError, notFound } from "../../core/errors";
import { toChunks } from "../../core/toChunks";
import { requirePerson, type Principal } from "../../core/principal";
import type { SessionService } from "../auth/session.service";
import { findUser } from "../user/user.reads";
import type { UserCodes, UserService } from "../user/user.service";
import { AccountExportSlots, downloadIsRunning } from "./accountExportSlots.service";
import { exportEntries, type ExportEntry, type ExportSources } from "./accountExportEntries.logic";
import type { SignedLinks } from "../../platform/http/signedLinks";

interface Deps extends ExportSources, Pick<Platform, "db" | "clock"> {
  codes: UserCodes;
  users: UserService;
  links: SignedLinks;
  sessions: SessionService;
  brand: string;
}

export class AccountExportService {
  readonly #slots = new AccountExportSlots();

  constructor(private readonly deps: Deps) {}

  /**
   * Returns a link to the caller's own export. Requires a code, so that a stolen session is not enough. Errors:
   * UNAUTHENTICATED; CONFLICT while this user is downloading an export; REQUIRED, OTP_INVALID, OTP_EXPIRED,
   * RATE_LIMITED.
   */
  async createLink(
    caller: Principal,
    { otp, handle }: { otp?: string | null; handle?: string | null },
  ): Promise<{ url: string; expiresAt: string }> {
    const session = requirePerson(caller, "createAccountExport");
    const { codes, links, users } = this.deps;
    if (this.#slots.has(session.userId)) throw new DomainError("CONFLICT", downloadIsRunning);
    const { phoneNumber } = await users.getUser(caller, session.userId);
    if (!otp?.trim())
      throw new DomainError("REQUIRED", "Enter the code that was sent to you", { field: "otp" });
    return codes.withCodes(caller, [{ phoneNumber, otp, handle }], async () => links.sign([], session));
  }

  /**
   * Returns a stream that generates the ZIP for a link while it is read. Errors: NOT_FOUND for an invalid link,
   * RATE_LIMITED while this user is downloading another one, UNAVAILABLE.
   */
  async open(query: Readonly<Record<string, unknown>>): Promise<Readable> {
    const { audit, brand, clock, db, links, sessions } = this.deps;
    const owner = links.verify([], query);
    const session = owner && (await sessions.isLoggedIn(owner)) ? owner : undefined;
    const user = session && (await findUser(db.rows, session.userId));
    if (!user) throw notFound();
    const { userId } = user;
    let archive: Readable | undefined;
    const release = this.#slots.acquire(userId, clock.now().getTime(), () => {
      archive?.destroy(new Error("The download was ended because another user needs its slot"));
    });
    try {
      const by = { session };
      await db.write((transaction) =>
        audit.record(transaction, "EXPORT_MADE", userId, { by, ownerUserId: userId }),
      );
      const archiver = await import("archiver");
      archive = fill(new archiver.ZipArchive({ zlib: { level: 6 } }), exportEntries(user, brand, this.deps));
      // Frees the slot on "end", before the client receives the end of the ZIP, or on "close" if the download is
      // aborted.
      for (const event of ["end", "close"]) archive.once(event, release);
      return archive;
    } catch (error) {
      release();
      throw error;
    }
  }
}

/** Appends each entry after the previous one has been written, to bound memory use. */
function fill(archive: ZipArchive, entries: AsyncIterable<ExportEntry>): Readable {
  const broken = new AbortController();
  archive.once("close", () => broken.abort());
  const append = async () => {
    for await (const { name, content } of entries) {
      const isThrough = once(archive, "entry", { signal: broken.signal });
      // Appends a stream, because archiver copies a whole Buffer immediately (measured with 60 files of 5 MB).
      const source = Readable.from(
        typeof content === "function" ? content() : toChunks(Buffer.from(content)),
      );
      // Stores images and PDFs uncompressed in the ZIP, because their formats are compressed already.
      archive.append(source, { name, store: Buffer.isBuffer(content) });
      await isThrough;
    }
    await archive.finalize();
  };
  append().catch((error: unknown) => archive.destroy(error as Error));
  return archive;
}
