import type { TypedDocumentNode } from "@apollo/client";
import type { DocumentNode } from "graphql";
// Not imported from the index of graphql, which would load the whole library in each suite.
import { print } from "graphql/language/printer.js";
import type { RunningServer } from "../server/runningServer";
import { expectListed } from "./listedErrors";
import { expectDocumented } from "./openApi";
import type { JsonValue, LooseVariables, Read, ReadList, UserError } from "./read";

/**
 * A file to send. Its key in `files` is a path in the variables, e.g. `input.profileFile` or `input.documentFiles.0`.
 */
export interface TestFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

export interface GraphqlAnswer<Data = unknown> {
  status: number;
  data: Data;
  errors: GraphqlError[] | undefined;
}

export interface GraphqlError {
  message: string;
  path?: (string | number)[];
  extensions: { code: string; reference: string; [name: string]: JsonValue };
}

interface CallOptions<Variables> {
  variables?: Variables;
  token?: string | undefined;
  files?: Record<string, TestFile> | undefined;
}

/**
 * Sends one GraphQL call as a partner's program does; with files as multipart (GraphQL multipart request spec). A
 * document determines the type of its data; for an operation as text, the caller states the type.
 */
export async function callGraphql<Data, Variables>(
  server: RunningServer,
  document: TypedDocumentNode<Data, Variables>,
  options?: CallOptions<LooseVariables<Variables>>,
): Promise<GraphqlAnswer<Read<Data>>>;
export async function callGraphql<Data = unknown>(
  server: RunningServer,
  text: string,
  options?: CallOptions<Record<string, unknown>>,
): Promise<GraphqlAnswer<Data>>;
export async function callGraphql(
  server: RunningServer,
  operation: DocumentNode | string,
  options: CallOptions<Record<string, unknown>> = {},
): Promise<GraphqlAnswer<unknown>> {
  const { variables = {}, token, files } = options;
  const query = typeof operation === "string" ? operation : printOperation(operation);
  const common = { ...server.headers, ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: files
      ? { ...common, "apollo-require-preflight": "true" }
      : { ...common, "content-type": "application/json" },
    body: files ? makeMultipart(query, variables, files) : JSON.stringify({ query, variables }),
  });
  const body = (await response.json()) as { data?: unknown; errors?: GraphqlError[] };
  // A response that is not from GraphQL, such as that of an overloaded server, is returned as an error.
  const errors = body.errors ?? ("data" in body ? undefined : [body as GraphqlError]);
  expectListed(query, body.data, errors);
  return { status: response.status, data: body.data, errors };
}

const texts = new WeakMap<DocumentNode, string>();

/** Prints the operation as it is sent over the wire. */
export function printOperation(document: DocumentNode): string {
  const text = texts.get(document) ?? print(document);
  texts.set(document, text);
  return text;
}

function makeMultipart(
  query: string,
  variables: Record<string, unknown>,
  files: Record<string, TestFile>,
): FormData {
  const operations = structuredClone({ query, variables });
  const form = new FormData();
  const places = Object.keys(files);
  for (const place of places) putNull(operations.variables, place.split("."));
  form.append("operations", JSON.stringify(operations));
  form.append(
    "map",
    JSON.stringify(Object.fromEntries(places.map((place, index) => [index, [`variables.${place}`]]))),
  );
  for (const [index, { name, type, bytes }] of Object.values(files).entries())
    form.append(String(index), new Blob([Uint8Array.from(bytes)], { type }), name);
  return form;
}

/** Replaces a file by the null that the specification requires, including in lists. */
function putNull(parent: Record<string, unknown>, [key, next, ...rest]: string[]): void {
  if (key === undefined) return;
  if (next === undefined) {
    parent[key] = null;
    return;
  }
  parent[key] ??= /^\d+$/.test(next) ? [] : {};
  putNull(parent[key] as Record<string, unknown>, [next, ...rest]);
}

/** The body of a REST response, without optional fields. A test that reads an absent field fails at that line. */
export interface RestBody<Data = unknown> {
  statusCode: number;
  message: string;
  data: Data;
  /** Only in refusals: the errors in the input, and the reference of a server error. */
  errors: ReadList<UserError>;
  reference: string;
  /** Only in a refusal to a new device. */
  deviceChallenge: string;
  /** Only in the response to a login. */
  token: string;
  expiration: string;
  userId: string;
  /** Only from `POST /api/Payment/Process`: the order, in paise. */
  response: { amount: number; id: string; currency: string; razorpayKey: string; name: string };
}

export interface RestAnswer<Data = unknown> {
  status: number;
  headers: Headers;
  body: RestBody<Data>;
}

export interface RestOptions {
  token?: string | undefined;
  form?: FormData;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

/**
 * Calls a documented REST path; `form` is sent as multipart, `json` as JSON, `text` as the headers state.
 * `Data` is the type of `data` that the caller reads, e.g. a shape of `restShapes.ts`. Every response is
 * checked against the OpenAPI document.
 */
export async function callRest<Data = unknown>(
  server: RunningServer,
  method: string,
  path: string,
  options: RestOptions = {},
): Promise<RestAnswer<Data>> {
  const { token, form, json, text, headers } = options;
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...server.headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    body: form ?? text ?? (json === undefined ? undefined : JSON.stringify(json)),
  });
  const received = await response.text();
  const body = (received ? JSON.parse(received) : undefined) as RestBody<Data>;
  const answer = { status: response.status, headers: response.headers, body };
  await expectDocumented(server, method, path, answer);
  return answer;
}
