import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Execute, renderPage } from "../../../client/renderPage";
import type { Site } from "../../../client/lib/site";
import pLimit from "p-limit";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { pauseWhenMany } from "../../turns/pauseWhenMany";
import type { DocumentTemplate } from "./documentTemplate";

/** A page as it is sent. */
export interface ReadyPage {
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** What a page is made of. */
export interface WantedPage {
  /** Path and query. */
  location: string;
  /** As `DocumentTemplate` wants it. */
  pageModule: string;
  /** Whether other addresses show the page too: then the client draws its own and does not take the markup over. */
  isShared?: boolean;
}

/** Searches that are kept; apart from the pages, so that no number of them drives a page out. */
const maxSearches = 100;
/** Searches that are rendered in `searchSeconds`: a rendering keeps the whole process busy for some 20 ms. */
const searchesRendered = 10;
const searchSeconds = 10;
/** Searches beyond those that are answered at once in a second; behind them each waits a little. */
const quickSearches = 20;
const pauseMs = 500;

/**
 * Renders each public page once for each version of the catalogue, and keeps it compressed. Guards the process against
 * addresses that people make up: only searches have any number of them, and few of those are rendered.
 */
export class PageRenderer {
  readonly #render: typeof renderPage;
  readonly #template: DocumentTemplate;
  readonly #site: Site;
  readonly #execute: Execute;
  readonly #inTurn = pLimit(1);
  readonly #searchLimit = new RateLimiterMemory({ points: searchesRendered, duration: searchSeconds });
  readonly #pause = pauseWhenMany(quickSearches, pauseMs);
  #version: object | undefined;
  /** As many as the catalogue has pages. */
  readonly #pages = new Map<string, Promise<ReadyPage>>();
  readonly #searches = new Map<string, Promise<ReadyPage>>();

  constructor(parts: {
    render: typeof renderPage;
    template: DocumentTemplate;
    site: Site;
    execute: Execute;
  }) {
    this.#render = parts.render;
    this.#template = parts.template;
    this.#site = parts.site;
    this.#execute = parts.execute;
  }

  /** One of the pages of the catalogue. */
  page(version: object, wanted: WantedPage): Promise<ReadyPage> {
    this.#forgetOthersThan(version);
    return this.#keep(this.#pages, wanted, packedWell);
  }

  /**
   * The page of a search, which is rendered as long as few people search in this way; past it, one page for all
   * searches: that of `any`, in which the browser finds what was wanted.
   */
  async search(version: object, wanted: WantedPage, any: string): Promise<ReadyPage> {
    this.#forgetOthersThan(version);
    if (!this.#searches.has(wanted.location) && !(await this.#mayRenderSearch())) {
      await this.#pause();
      return this.page(version, { ...wanted, location: any, isShared: true });
    }
    if (this.#searches.size >= maxSearches) this.#searches.delete(this.#searches.keys().next().value!);
    return this.#keep(this.#searches, wanted, packedQuickly);
  }

  #mayRenderSearch(): Promise<boolean> {
    return this.#searchLimit.consume("searches").then(
      () => true,
      () => false,
    );
  }

  #forgetOthersThan(version: object): void {
    if (version === this.#version) return;
    this.#version = version;
    this.#pages.clear();
    this.#searches.clear();
  }

  /** Who asks while a page is made gets the same one. A failure is not kept: the next one who asks tries again. */
  #keep(kept: Map<string, Promise<ReadyPage>>, wanted: WantedPage, packing: Packing): Promise<ReadyPage> {
    const key = `${wanted.isShared ? "shared " : ""}${wanted.location}`;
    const cached = kept.get(key);
    if (cached) return cached;
    const made = this.#inTurn(() => this.#make(wanted, packing));
    kept.set(key, made);
    made.catch(() => kept.get(key) === made && kept.delete(key));
    return made;
  }

  async #make({ location, pageModule, isShared = false }: WantedPage, packing: Packing): Promise<ReadyPage> {
    const { title, head, markup, cache } = await this.#render(location, this.#site, this.#execute);
    const data = { site: this.#site, cache, isRendered: !isShared };
    return compress(this.#template.fill({ title, head, markup, data, pageModule }), packing);
  }
}

/** Levels of compression, of brotli (0 to 11) and gzip (1 to 9). */
interface Packing {
  brotli: number;
  gzip: number;
}

/**
 * For what is sent many times. The level below the best: of a page of 50 KB it makes 9.2 KB instead of 9.0, and the first
 * who asks for the page waits 18 ms for it instead of 50.
 */
const packedWell: Packing = { brotli: 10, gzip: 9 };
/** For what is sent once or twice: 1 ms, and a fifth larger. */
const packedQuickly: Packing = { brotli: 4, gzip: 4 };

/** The document in the three ways in which browsers take it. */
export async function compress(html: string, packing = packedWell): Promise<ReadyPage> {
  const plain = Buffer.from(html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: packing.brotli };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain, { level: packing.gzip }),
  ]);
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  return { etag, plain, br, gzip: zipped };
}
