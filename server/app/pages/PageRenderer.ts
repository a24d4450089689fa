import type { AskPublic } from "../../../client/publicData/PublicData";
import type { renderPage } from "../../../client/renderPage";
import type { Site } from "../../../client/lib/site";
import pLimit from "p-limit";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { pauseWhenMany } from "../../platform/rateLimiting/pauseWhenMany";
import {
  compressAll,
  fastest,
  strongest,
  type CompressedBody,
  type CompressionLevels,
} from "../../platform/http/responseCache/compression";
import type { DocumentTemplate } from "./documentTemplate";

/** What a page is made of. */
export interface WantedPage {
  /** Path and query. */
  location: string;
  /** As `DocumentTemplate` wants it. */
  pageModule: string;
  /** Whether other addresses show the page too: then the client draws its own and does not take the markup over. */
  isShared?: boolean;
  /** Whether nothing stands at the address, and the location is that of all such addresses. */
  isAbsent?: boolean;
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
  readonly #ask: AskPublic;
  readonly #inTurn = pLimit(1);
  readonly #searchLimit = new RateLimiterMemory({ points: searchesRendered, duration: searchSeconds });
  readonly #pause = pauseWhenMany(quickSearches, pauseMs);
  #version: object | undefined;
  /** As many as the catalogue has pages. */
  readonly #pages = new Map<string, Promise<CompressedBody>>();
  readonly #searches = new Map<string, Promise<CompressedBody>>();

  constructor(parts: { render: typeof renderPage; template: DocumentTemplate; site: Site; ask: AskPublic }) {
    this.#render = parts.render;
    this.#template = parts.template;
    this.#site = parts.site;
    this.#ask = parts.ask;
  }

  /** One of the pages of the catalogue. */
  page(version: object, wanted: WantedPage): Promise<CompressedBody> {
    this.#forgetOthersThan(version);
    return this.#keep(this.#pages, wanted);
  }

  /**
   * The page of a search, which is rendered as long as few people search in this way; past it, one page for all
   * searches: that of `any`, in which the browser finds what was wanted.
   */
  async search(version: object, wanted: WantedPage, any: string): Promise<CompressedBody> {
    this.#forgetOthersThan(version);
    if (!this.#searches.has(wanted.location) && !(await this.#mayRenderSearch())) {
      await this.#pause();
      return this.page(version, { ...wanted, location: any, isShared: true });
    }
    if (this.#searches.size >= maxSearches) this.#searches.delete(this.#searches.keys().next().value!);
    return this.#keep(this.#searches, wanted, fastest);
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
  #keep(
    kept: Map<string, Promise<CompressedBody>>,
    wanted: WantedPage,
    levels: CompressionLevels = strongest,
  ): Promise<CompressedBody> {
    const key = `${wanted.isShared ? "shared " : ""}${wanted.location}`;
    const cached = kept.get(key);
    if (cached) return cached;
    const made = this.#inTurn(() => this.#make(wanted, levels));
    kept.set(key, made);
    made.catch(() => kept.get(key) === made && kept.delete(key));
    return made;
  }

  async #make(
    { location, pageModule, isShared = false, isAbsent = false }: WantedPage,
    levels: CompressionLevels = strongest,
  ): Promise<CompressedBody> {
    const { title, head, markup, answers } = await this.#render(location, this.#site, this.#ask);
    const data = { site: this.#site, answers, isRendered: !isShared, isAbsent };
    return compressAll(this.#template.fill({ title, head, markup, data, pageModule }), levels);
  }
}
