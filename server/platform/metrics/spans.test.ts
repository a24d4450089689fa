import { AsyncLocalStorage } from "node:async_hooks";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import {
  type Attributes,
  type Context,
  context,
  type ContextManager,
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  type Span,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { entities } from "../../app/entities";
import { DomainError } from "../../core/errors";
import { queryRows } from "../db/rowSource";
import { SqliteDatabase } from "../db/sqlite/SqliteDatabase";
import { isTracing, nameSpan, withSpan } from "./spans";

interface Recorded {
  name: string;
  parent: Recorded | undefined;
  attributes: Attributes;
}

/** A context manager like that of an OpenTelemetry SDK. */
class Contexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();
  active = () => this.#storage.getStore() ?? ROOT_CONTEXT;
  with: ContextManager["with"] = (active, work, self, ...args) =>
    this.#storage.run(active, () => Reflect.apply(work, self, args));
  bind: ContextManager["bind"] = (active, target) =>
    (typeof target === "function"
      ? (...args: unknown[]) =>
          this.#storage.run(active, () => Reflect.apply(target, undefined, args) as unknown)
      : target) as typeof target;
  enable = () => this;
  disable = () => this;
}

/** Returns a tracer that records ended spans. */
function makeTracer(ended: Recorded[]): Tracer {
  const names = new WeakMap<Span, Recorded>();
  const startSpan: Tracer["startSpan"] = (name, { attributes } = {}, from = context.active()) => {
    const parent = trace.getSpan(from);
    const recorded = { name, parent: parent && names.get(parent), attributes: { ...attributes } };
    const span = {
      spanContext: () => INVALID_SPAN_CONTEXT,
      setAttribute: (key: string, value: string) =>
        Object.assign(span, { _: (recorded.attributes[key] = value) }),
      setStatus: () => span,
      updateName: (other: string) => Object.assign(span, { _: (recorded.name = other) }),
      end: () => void ended.push(recorded),
    } as unknown as Span;
    names.set(span, recorded);
    return span;
  };
  const startActiveSpan = (name: string, options: object, work: (span: Span) => unknown) => {
    const span = startSpan(name, options);
    return context.with(trace.setSpan(context.active(), span), () => work(span));
  };
  return { startSpan, startActiveSpan } as Tracer;
}

/** Returns the names from the root to the span. */
const pathTo = ({ name, parent }: Recorded): string => (parent ? `${pathTo(parent)} > ${name}` : name);

let ended: Recorded[];
const register = () => {
  const tracer = makeTracer(ended);
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  context.setGlobalContextManager(new Contexts());
};
beforeEach(() => {
  ended = [];
});
afterEach(() => {
  trace.disable();
  context.disable();
});

test("without an SDK, the work is called directly", async () => {
  const promise = Promise.resolve(1);
  expect(isTracing()).toBe(false);
  expect(withSpan("operation", {}, () => promise)).toBe(promise);
});

test("the span of failed work has the name it was given last and the error's code, but not the error's message", async () => {
  register();
  expect(isTracing()).toBe(true);
  const failing = withSpan("POST /graphql", {}, async () => {
    nameSpan("query me");
    throw new DomainError("CONFLICT", "Asha Rao has changed it");
  });
  await expect(failing).rejects.toThrow("Asha Rao");
  expect(ended).toEqual([{ name: "query me", parent: undefined, attributes: { "error.type": "CONFLICT" } }]);
});

test("statements belong to the span of their own write, even if writes share a transaction", async () => {
  const folder = mkdtempSync(join(tmpdir(), "spans-"));
  const db = await SqliteDatabase.open(join(folder, "portal.sqlite"), entities);
  register();
  try {
    const sql = "SELECT value FROM setting WHERE name = ?";
    await Promise.all(
      ["one", "two"].map((name) =>
        withSpan(name, {}, () =>
          db.write((transaction) =>
            withSpan(`work ${name}`, {}, () => queryRows(transaction, sql, ["Asha"])),
          ),
        ),
      ),
    );
    const paths = ["one", "two"].flatMap((name) => [
      name,
      `${name} > transaction`,
      `${name} > transaction > work ${name}`,
      `${name} > transaction > work ${name} > statement`,
    ]);
    expect(ended.map(pathTo).sort()).toEqual(paths);
    expect(JSON.stringify(ended)).not.toContain("Asha");
    expect(ended.find(({ name }) => name === "statement")!.attributes).toEqual({ "db.query.text": sql });
  } finally {
    await db.close();
    rmSync(folder, { recursive: true });
  }
});
