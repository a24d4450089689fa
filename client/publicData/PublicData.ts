/** A query of `public.graphql`, with what it is asked with. */
export interface PublicQuestion {
  operationName: string;
  /** The text of the query. */
  query: string;
  variables: Record<string, unknown>;
}

/** Answers a question with its data; fails where any part of it fails. */
export type AskPublic = (question: PublicQuestion) => Promise<unknown>;

/** Answers by their question's name and variables, as the server puts them into the page. */
export type PublicAnswers = Record<string, unknown>;

/** What is known of a question: nothing while it is asked for the first time. */
export interface PublicAnswer {
  data?: unknown;
  error?: unknown;
}

const nothing: PublicAnswer = {};

/** What a question is kept under. */
export function keyOf({ operationName, variables }: Omit<PublicQuestion, "query">): string {
  return `${operationName}${JSON.stringify(variables)}`;
}

/**
 * What the pages that are only read show: each answer once, as it came, until the page is left or staff change the
 * catalogue. In place of Apollo Client, which is loaded with the first page that needs more
 * (docs/decisions/0029-pages-that-are-only-read.md).
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

  /** What is known; the same object until that changes. */
  read(key: string): PublicAnswer {
    return this.#answers.get(key) ?? nothing;
  }

  /** Asks, unless the same is on its way. Never fails: what went wrong is the answer's `error`. */
  load(question: PublicQuestion): Promise<void> {
    const key = keyOf(question);
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

  /** Asks again, and shows nothing until the answer is there. */
  reload(question: PublicQuestion): Promise<void> {
    this.#put(keyOf(question), nothing);
    return this.load(question);
  }

  /** Calls `listener` when the answer changes; returns how to stop. */
  watch(key: string, listener: () => void): () => void {
    const watchers = this.#watchers.get(key) ?? new Set();
    this.#watchers.set(key, watchers.add(listener));
    return () => {
      watchers.delete(listener);
      if (watchers.size === 0) this.#watchers.delete(key);
    };
  }

  /** Forgets every answer; what is on the screen is asked for again. */
  forget(): void {
    for (const key of [...this.#answers.keys()]) this.#put(key, nothing);
  }

  /** All that is known, for the page that the server sends. */
  known(): PublicAnswers {
    return Object.fromEntries([...this.#answers].map(([key, { data }]) => [key, data]));
  }

  #put(key: string, answer: PublicAnswer): void {
    if (answer === nothing) this.#answers.delete(key);
    else this.#answers.set(key, answer);
    this.#watchers.get(key)?.forEach((listener) => listener());
  }
}
