/** The key of a request in the response cache. It covers everything on which the response depends. */
import type { IncomingMessage } from "node:http";

/** Maximum bytes of a request body. The client's longest operation is 2 KB long. */
const maxRequestBytes = 8 * 1024;

const graphqlPath = "/graphql";
const jsonTypes = new Set(["application/json", "application/json; charset=utf-8"]);

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/** Returns the URL; for GraphQL also the headers that Apollo reads (`describeOperation`). */
export function toCacheKey(request: IncomingMessage): string {
  const { url = "" } = request;
  return isGraphql(url) ? `${url}\n${describeOperation(request)}` : url;
}

/** Compares case-insensitively, like the router. */
function isGraphql(url: string): boolean {
  return url.length >= graphqlPath.length && url.slice(0, graphqlPath.length).toLowerCase() === graphqlPath;
}

/** Returns the headers that Apollo reads besides the operation, for the response format and the CSRF check. */
export function describeOperation({ headers }: IncomingMessage): string {
  const { accept = "", "content-type": type = "" } = headers;
  const { "x-apollo-operation-name": name = "", "apollo-require-preflight": preflight = "" } = headers;
  return `${accept}\n${type}\n${String(name)}\n${String(preflight)}`;
}

export function isShortOperation({ url, headers }: IncomingMessage): boolean {
  const length = Number(headers["content-length"]);
  return (
    url === graphqlPath &&
    length > 0 &&
    length <= maxRequestBytes &&
    headers["content-encoding"] === undefined &&
    jsonTypes.has(headers["content-type"] ?? "")
  );
}
