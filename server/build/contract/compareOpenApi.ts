/** Compares the OpenAPI document with that of the last release. Pure. */
import type { Changes } from "./compareSdl";

type Json = { readonly [key: string]: unknown };
/** Whether we receive or send a value. This decides whether a change breaks programs. */
type Direction = "request" | "response";

/** Collects the changes between two versions of a document. */
class Comparison implements Changes {
  readonly breaking: string[] = [];
  readonly dangerous: string[] = [];
  readonly #seen = new Set<string>();

  constructor(
    private readonly before: Json,
    private readonly after: Json,
  ) {}

  comparePaths(): void {
    for (const [path, methods] of entries(this.before["paths"]))
      for (const [method, operation] of entries(methods)) {
        const now = get(this.after, "paths", path, method);
        const place = `${method.toUpperCase()} ${path}`;
        if (now) this.#compareOperation(place, operation as Json, now);
        else this.breaking.push(`${place} was removed.`);
      }
  }

  #compareOperation(place: string, before: Json, after: Json): void {
    this.#compareParameters(place, before, after);
    const [bodyBefore, bodyAfter] = [get(before, "requestBody"), get(after, "requestBody")];
    if (bodyAfter?.["required"] && !bodyBefore?.["required"])
      this.breaking.push(`${place}: its body became required.`);
    if (bodyBefore) this.#compareContent(`${place} body`, bodyBefore, bodyAfter, "request");
    for (const [status, response] of entries(before["responses"])) {
      const now = get(after, "responses", status);
      this.#compareContent(`${place} ${status}`, response as Json, now, "response");
    }
  }

  #compareParameters(place: string, before: Json, after: Json): void {
    const [old, now] = [listParameters(before), listParameters(after)];
    for (const [name, { required }] of now)
      if (required && !old.get(name)?.["required"])
        this.breaking.push(`${place}: the parameter ${name} became required.`);
    for (const [name, parameter] of old) {
      const schema = get(now.get(name), "schema");
      if (schema) this.#compareSchema(`${place} ${name}`, get(parameter, "schema"), schema, "request");
      else this.breaking.push(`${place}: the parameter ${name} was removed.`);
    }
  }

  #compareContent(place: string, before: Json, after: Json | undefined, direction: Direction): void {
    if (!after) return void this.breaking.push(`${place} was removed.`);
    for (const [type, { schema }] of entries(before["content"]) as [string, Json][]) {
      const now = get(after, "content", type, "schema");
      if (now) this.#compareSchema(place, schema as Json, now, direction);
      else this.breaking.push(`${place}: ${type} was removed.`);
    }
  }

  #compareSchema(place: string, old: Json | undefined, now: Json | undefined, direction: Direction): void {
    const [before, after] = [this.#resolve(this.before, old), this.#resolve(this.after, now)];
    const name = readReference(old)?.split("/").at(-1);
    // A shared schema is compared once in each direction, which also ends recursion.
    if (name && this.#seen.has(`${name} ${direction}`)) return;
    if (name) this.#seen.add(`${name} ${direction}`);
    const where = name ?? place;
    this.#compareTypes(where, before, after, direction);
    this.#compareValues(where, before, after, direction);
    this.#compareFields(where, before, after, direction);
    if (before["default"] !== undefined && before["default"] !== after["default"])
      this.dangerous.push(`${where} has changed its default.`);
    if (before["items"]) this.#compareSchema(where, get(before, "items"), get(after, "items"), direction);
  }

  #compareTypes(where: string, before: Json, after: Json, direction: Direction): void {
    const [old, now] = [listTypes(before), listTypes(after)];
    const [accepted, given] = direction === "response" ? [old, now] : [now, old];
    if (!given.every((type) => accepted.includes(type)))
      this.breaking.push(`${where} changed from ${old.join(" or ")} to ${now.join(" or ")}.`);
  }

  #compareValues(where: string, before: Json, after: Json, direction: Direction): void {
    const [old, now] = [listValues(before), listValues(after)];
    if (!old || !now) {
      // A new list of values narrows what we accept; a removed list widens what we send.
      if (direction === "response" ? old : now) this.breaking.push(`${where}: its values changed.`);
      return;
    }
    for (const value of old)
      if (!now.includes(value)) this.breaking.push(`${where}: the value ${String(value)} was removed.`);
    for (const value of direction === "response" ? now : [])
      if (!old.includes(value)) this.dangerous.push(`${where}: the value ${String(value)} was added.`);
  }

  #compareFields(where: string, before: Json, after: Json, direction: Direction): void {
    const [old, now] = [listRequired(before), listRequired(after)];
    for (const [name, field] of entries(before["properties"])) {
      const next = get(after, "properties", name);
      if (next) this.#compareSchema(`${where}.${name}`, field as Json, next, direction);
      else this.breaking.push(`${where}.${name} was removed.`);
      if (direction === "response" && next && old.includes(name) && !now.includes(name))
        this.breaking.push(`${where}.${name} may be missing.`);
    }
    if (direction === "request")
      for (const name of now.filter((one) => !old.includes(one)))
        this.breaking.push(`${where}.${name} became required.`);
  }

  /** Resolves a `$ref`, and merges the alternatives of an `anyOf` into one schema. */
  #resolve(document: Json, schema: Json = {}): Json {
    const reference = readReference(schema);
    if (reference) return this.#resolve(document, get(document, ...reference.split("/").slice(1)));
    const alternatives = schema["anyOf"];
    if (!Array.isArray(alternatives)) return schema;
    const all = (alternatives as Json[]).map((one) => this.#resolve(document, one));
    return Object.assign({}, schema, ...all, { type: all.flatMap(listTypes) }) as Json;
  }
}

/** Returns the changes that may break programs: paths, parameters, fields, values, types. */
export function compareOpenApi(released: object, current: object): Changes {
  const comparison = new Comparison(released as Json, current as Json);
  comparison.comparePaths();
  return comparison;
}

const entries = (value: unknown) => Object.entries((value ?? {}) as Json);

function get(value: unknown, ...path: string[]): Json | undefined {
  return path.reduce<unknown>((inside, key) => (inside as Json | undefined)?.[key], value) as
    | Json
    | undefined;
}

function readReference(schema: Json | undefined): string | undefined {
  const reference = schema?.["$ref"];
  return typeof reference === "string" ? reference : undefined;
}

const listParameters = ({ parameters = [] }: Json) =>
  new Map((parameters as Json[]).map((one) => [`${String(one["name"])} in ${String(one["in"])}`, one]));

const listTypes = ({ type }: Json) => [type ?? "anything"].flat().map(String);

const listRequired = ({ required }: Json) => (Array.isArray(required) ? required.map(String) : []);

function listValues({ enum: values, const: only }: Json): unknown[] | undefined {
  if (Array.isArray(values)) return values as unknown[];
  return only === undefined ? undefined : [only];
}
