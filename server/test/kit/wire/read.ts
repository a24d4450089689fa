/** How a test reads what it was answered. */
import type { TypedDocumentNode } from "@apollo/client";

/** Anything that JSON can say. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/**
 * Data as a test reads it: null and undefined are taken away at every depth, since a test reads on, and what is absent
 * fails at that line. `expect(data.visa).toBeNull()` goes as ever.
 */
export type Read<T> = T extends readonly (infer Item)[]
  ? ReadList<Read<NonNullable<Item>>>
  : T extends object
    ? { [Name in keyof T]-?: Read<NonNullable<T[Name]>> }
    : NonNullable<T>;

/** A list whose first items are read without asking whether they are there, as above. */
export type ReadList<Item> = Item[] & { 0: Item; 1: Item; 2: Item };

/** What an operation answers with, by its document: `DataOf<typeof documents.me>`. */
export type DataOf<Document> = Document extends TypedDocumentNode<infer Data, never> ? Read<Data> : never;

/** The payload of an operation with one field, as mutations here are. */
export type PayloadOf<Data> = Read<Data[keyof Data]>;

/** What a mutation changed: the one thing of its payload beside `userErrors`. */
export type ChangedBy<Data> =
  PayloadOf<Data> extends infer Payload ? Payload[Exclude<keyof Payload, "userErrors">] : never;

/** Any mutation that takes an input, e.g. for a table of them. */
export type Mutation = TypedDocumentNode<object, { input: never }>;

/** The variables of an operation by name; any value, since tests send wrong ones as well. */
export type LooseVariables<Variables> = { [Name in keyof Variables]?: unknown };

/** What stands in a `userErrors` of a payload, and in the `errors` of a REST response. */
export interface UserError {
  field: string;
  code: string;
  message: string;
}
