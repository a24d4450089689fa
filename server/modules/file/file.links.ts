/** Short-lived signed URLs of files and receipts, so that an `<img>` needs no authorization header. */
import type { Clock } from "../../core/ports";
import { SignedLinks, type LinkHolder } from "../../platform/http/signedLinks";
import { linkLifeSeconds } from "./file.rules";

interface LinkedObjects {
  /** Distinguishes their signatures from those of other objects. */
  purpose: string;
  /** The path in front of the id. */
  path: string;
}

export class FileLinks {
  readonly #links: SignedLinks;

  /** `secrets`: at least 32 bytes each. The first one signs; all of them verify. */
  constructor(
    secrets: readonly Buffer[],
    clock: Clock,
    private readonly objects: LinkedObjects = { purpose: "file-link", path: "/files" },
    private readonly basePath = "",
  ) {
    this.#links = new SignedLinks(secrets, clock, {
      purpose: objects.purpose,
      sessionKey: "l",
      lifeSeconds: linkLifeSeconds,
      steadySeconds: 60,
    });
  }

  /** Returns a path with a query: `<path>/<id>?u=<user>&l=<session>&e=<unix seconds>&s=<signature>`. */
  sign(id: string, holder: LinkHolder): string {
    return this.#links.sign(`${this.basePath}${this.objects.path}/${id}`, [id], holder).url;
  }

  /** Returns the holder of the link, or undefined if it is forged, altered or expired. */
  verify(id: string, query: Readonly<Record<string, unknown>>): LinkHolder | undefined {
    return this.#links.verify([id], query);
  }
}
