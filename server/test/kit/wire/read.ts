/** Types for responses as tests read them. */
import type { TypedDocumentNode } from "@apollo/client";

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/**
 * Data without null and undefined at any depth, so that tests do not need checks; reading from an absent value fails
 * at that line. `expect(data.visa).toBeNull()` still works.
 */
export type Read<T> = T extends readonly (infer Item)[]
  ? ReadList<Read<NonNullable<Item>>>
  : T extends object
    ? { [Name in keyof T]-?: Read<NonNullable<T[Name]>> }
    : NonNullable<T>;

/** A list whose first items can be read without a check. */
export type ReadList<Item> = Item[] & { 0: Item; 1: Item; 2: Item };

/** The data of an operation, by its document: `DataOf<typeof documents.me>`. */
export type DataOf<Document> = Document extends TypedDocumentNode<infer Data, never> ? Read<Data> : never;

/** The payload of an operation with one field, as all mutations here have. */
export type PayloadOf<Data> = Read<Data[keyof Data]>;

/** The object that a mutation changed: the one field of its payload besides `userErrors`. */
export type ChangedBy<Data> =
  PayloadOf<Data> extends infer Payload ? Payload[Exclude<keyof Payload, "userErrors">] : never;

/** Any mutation with an input, for tests that run over a list of mutations. */
export type Mutation = TypedDocumentNode<object, { input: never }>;

/** The variables of an operation by name, with any value, because tests also send invalid ones. */
export type LooseVariables<Variables> = { [Name in keyof Variables]?: unknown };

/** An item of a payload's `userErrors`, and of a REST response's `errors`. */
export interface UserError {
  field: string;
  code: string;
  message: string;
}
