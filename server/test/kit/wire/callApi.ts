import { expectDocumented } from "./openApi";
import type { RunningServer } from "../server/runningServer";

/** A file to send, at a path of the variables, e.g. `input.profileFile` or `input.documentFiles.0`. */
export interface TestFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

// What a program gets that knows the schema only from its answers; the assertions say what is expected of it.

export type Json = any;

export interface GraphqlAnswer {
  status: number;
  data: Json;
  errors: { message: string; path?: (string | number)[]; extensions: Record<string, Json> }[] | undefined;
}

/** One GraphQL call, as a partner's program makes it; multipart (GraphQL multipart request spec) where there are files. */
export async function callGraphql(
  server: RunningServer,
  query: string,
  options: { variables?: Record<string, unknown>; token?: string; files?: Record<string, TestFile> } = {},
): Promise<GraphqlAnswer> {
  const { variables = {}, token, files } = options;
  const common = { ...server.headers, ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: files
      ? { ...common, "apollo-require-preflight": "true" }
      : { ...common, "content-type": "application/json" },
    body: files ? makeMultipart(query, variables, files) : JSON.stringify({ query, variables }),
  });
  const body = (await response.json()) as { data?: Json; errors?: GraphqlAnswer["errors"] };
  return { status: response.status, data: body.data, errors: body.errors };
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

/** Puts the null that the specification wants where a file goes, lists included. */
function putNull(parent: Record<string, Json>, [key, next, ...rest]: string[]): void {
  if (key === undefined) return;
  if (next === undefined) {
    parent[key] = null;
    return;
  }
  parent[key] ??= /^\d+$/.test(next) ? [] : {};
  putNull(parent[key] as Record<string, Json>, [next, ...rest]);
}

export interface RestAnswer {
  status: number;
  headers: Headers;
  body: Json;
}

/**
 * One call of a documented REST path; `form` goes as multipart, `json` as JSON, `text` as the headers say. Every answer
 * is held against the OpenAPI document.
 */
export async function callRest(
  server: RunningServer,
  method: string,
  path: string,
  options: {
    token?: string;
    form?: FormData;
    json?: unknown;
    text?: string;
    headers?: Record<string, string>;
  } = {},
): Promise<RestAnswer> {
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
  const body: Json = received ? JSON.parse(received) : undefined;
  const answer = { status: response.status, headers: response.headers, body };
  await expectDocumented(server, method, path, answer);
  return answer;
}
