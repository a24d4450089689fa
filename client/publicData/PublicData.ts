/** A query of `public.graphql` with its variables. */
export interface PublicQuestion {
  operationName: string;
  query: string;
  variables: Record<string, unknown>;
}

/** Returns the data of a query; rejects if any part of it fails. */
export type AskPublic = (question: PublicQuestion) => Promise<unknown>;

/** Query results by operation name and variables, as the server embeds them in the page. */
export type PublicAnswers = Record<string, unknown>;

/** The state of a query; empty during the first load. */
export interface PublicAnswer {
  data?: unknown;
  error?: unknown;
}

const nothing: PublicAnswer = {};

/** Returns the cache key of a query. */
export function toKey({ operationName, variables }: Omit<PublicQuestion, "query">): string {
  return `${operationName}${JSON.stringify(variables)}`;
}

/**
 * The data of read-only pages, which work without Apollo Client (docs/decisions/0029-pages-that-are-only-read.md). Each
 * result is cached until the page is closed or staff change the catalogue.
 */
export class PublicData {
  readonly #ask: AskPublic;
  readonly #answers: Map<string, PublicAnswer>;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #watchers = new Map<string, Set<() => void>>();

  constructor(ask: AskPublic, known: PublicAnswers = {}) {
    this.#ask = ask;
    this.#answers = new Map(Object.entries(known).map(([key, data]) => [key, { data }]));
  }

  /** Returns the current state. The object is the same until the state changes. */
  read(key: string): PublicAnswer {
    return this.#answers.get(key) ?? nothing;
  }

  /** Loads a query, unless it is in flight. Never rejects, because a failure becomes the state's `error`. */
  load(question: PublicQuestion): Promise<void> {
    const key = toKey(question);
    const underWay = this.#underWay.get(key);
    if (underWay) return underWay;
    const asked = this.#ask(question)
      .then(
        (data) => this.#put(key, { data }),
        (error: unknown) => this.#put(key, { error }),
      )
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, asked);
    return asked;
  }

  reload(question: PublicQuestion): Promise<void> {
    this.#put(toKey(question), nothing);
    return this.load(question);
  }

  /** Calls `listener` on every change of the result. Returns a function that unsubscribes. */
  watch(key: string, listener: () => void): () => void {
    const watchers = this.#watchers.get(key) ?? new Set();
    if (watchers.size === 0) this.#dropFailure(key);
    this.#watchers.set(key, watchers.add(listener));
    return () => {
      watchers.delete(listener);
      if (watchers.size > 0) return;
      this.#watchers.delete(key);
      this.#dropFailure(key);
    };
  }

  /** Clears all results. Queries of displayed components are loaded again. */
  forget(): void {
    for (const key of [...this.#answers.keys()]) this.#put(key, nothing);
  }

  /** Returns all results, to embed in the server's page. */
  known(): PublicAnswers {
    return Object.fromEntries([...this.#answers].map(([key, { data }]) => [key, data]));
  }

  /** Drops a failure that no component shows, so that the next one that needs the result loads it again. */
  #dropFailure(key: string): void {
    if (this.read(key).error !== undefined) this.#answers.delete(key);
  }

  #put(key: string, answer: PublicAnswer): void {
    if (answer === nothing) this.#answers.delete(key);
    else this.#answers.set(key, answer);
    this.#watchers.get(key)?.forEach((listener) => listener());
  }
}
