import type { AskPublic } from "../../../client/publicData/PublicData";
import type { renderPage } from "../../../client/renderPage";
import type { Site } from "../../../client/lib/site";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { delayExcess } from "../../platform/rateLimiting/delayExcess";
import { windowLimits } from "../../platform/rateLimiting/limits";
import { WindowCounter } from "../../platform/rateLimiting/WindowCounter";
import {
  compressAll,
  fastest,
  strongest,
  type CompressedBody,
  type CompressionLevels,
} from "../../platform/http/responseCache/compression";
import type { DocumentTemplate } from "./documentTemplate";

export interface WantedPage {
  /** Path and query. */
  location: string;
  /** As in `DocumentParts`. */
  pageModule: string;
  /**
   * True if the page is served at several addresses: the client then renders it again instead of hydrating
   * the markup.
   */
  isShared?: boolean;
  /** True if the address does not exist. Such addresses share a few values of `location`, and thus a few renderings. */
  isAbsent?: boolean;
}

/** Maximum number of cached searches, counted separately so that searches never evict a page. */
const maxSearches = 100;

/**
 * Renders each public page once per catalogue version and caches it compressed. Made-up addresses cannot overload the
 * process: only searches are unlimited in number, and few of them are rendered.
 */
export class PageRenderer {
  readonly #oneAtATime = pLimit(1);
  readonly #searchLimit = new WindowCounter(windowLimits.renderedSearch);
  readonly #delaySearch = delayExcess(windowLimits.search);
  #version: object | undefined;
  /** Bounded by the number of catalogue pages. */
  readonly #pages = new Map<string, Promise<CompressedBody>>();
  readonly #searches = new LRUCache<string, Promise<CompressedBody>>({ max: maxSearches });

  constructor(
    private readonly parts: {
      render: typeof renderPage;
      template: DocumentTemplate;
      site: Site;
      ask: AskPublic;
    },
  ) {}

  page(version: object, wanted: WantedPage): Promise<CompressedBody> {
    this.#forgetOthersThan(version);
    return this.#keep(this.#pages, wanted);
  }

  /**
   * Returns the page of a search, which is rendered while searches are rare. Otherwise all searches share the page of
   * `any`, and the browser runs the search.
   */
  async search(version: object, wanted: WantedPage, any: string): Promise<CompressedBody> {
    this.#forgetOthersThan(version);
    if (!this.#searches.has(wanted.location) && !this.#searchLimit.consume("searches")) {
      await this.#delaySearch();
      return this.page(version, { ...wanted, location: any, isShared: true });
    }
    return this.#keep(this.#searches, wanted, fastest);
  }

  #forgetOthersThan(version: object): void {
    if (version === this.#version) return;
    this.#version = version;
    this.#pages.clear();
    this.#searches.clear();
  }

  /** Concurrent callers share one rendering. A failure is not cached, so the next call tries again. */
  #keep(
    kept: Map<string, Promise<CompressedBody>> | LRUCache<string, Promise<CompressedBody>>,
    wanted: WantedPage,
    levels = strongest,
  ): Promise<CompressedBody> {
    const key = `${wanted.isShared ? "shared " : ""}${wanted.location}`;
    const cached = kept.get(key);
    if (cached) return cached;
    const made = this.#oneAtATime(() => this.#make(wanted, levels));
    kept.set(key, made);
    made.catch(() => kept.get(key) === made && kept.delete(key));
    return made;
  }

  async #make(
    { location, pageModule, isShared = false, isAbsent = false }: WantedPage,
    levels: CompressionLevels,
  ): Promise<CompressedBody> {
    const { render, template, site, ask } = this.parts;
    const { title, head, markup, answers } = await render(location, site, ask);
    const data = { site, answers, isRendered: !isShared, isAbsent };
    return compressAll(template.fill({ title, head, markup, data, pageModule }), levels);
  }
}
