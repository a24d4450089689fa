/** The key of a request in the response cache. It covers everything on which the response depends. */
import type { IncomingMessage } from "node:http";

/** Maximum size of a cacheable request's body in bytes. The client's longest operation is 2 KB long. */
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

/** True if the URL begins with `/graphql` in any letter case, because the router ignores case. */
function isGraphql(url: string): boolean {
  return url.length >= graphqlPath.length && url.slice(0, graphqlPath.length).toLowerCase() === graphqlPath;
}

/** Returns the headers by which Apollo chooses the response format and checks for CSRF. */
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
