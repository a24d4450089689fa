/** The key of a request in the response cache: all that its response depends on. */
import type { IncomingMessage } from "node:http";

/** Bytes of a request body. The longest operation of the client has 2 KB. */
const maxRequestBytes = 8 * 1024;

const graphqlPath = "/graphql";
const jsonTypes = new Set(["application/json", "application/json; charset=utf-8"]);

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/** The URL; for GraphQL also the headers that Apollo looks at (`describeOperation`). */
export function keyOfGet(request: IncomingMessage): string {
  const { url = "" } = request;
  return isGraphql(url) ? `${url}\n${describeOperation(request)}` : url;
}

/** In any letter case, as the router takes it. */
function isGraphql(url: string): boolean {
  return url.length >= graphqlPath.length && url.slice(0, graphqlPath.length).toLowerCase() === graphqlPath;
}

/** What Apollo looks at beside the operation: the format of its response, and whether another site's page may ask. */
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
