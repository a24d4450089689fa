import type { z } from "zod";
import type { Viewer } from "../../core/viewer";
import type { Parameters } from "./parameters";

/** One call of a documented REST path, whatever way its parameters came. */
export interface RestCall<Name extends string = string> {
  viewer: Viewer;
  parameters: Parameters<Name>;
  /** The header `Idempotency-Key`. */
  idempotencyKey: string | undefined;
  /** The body as it came and a header by its name, "" where it is missing; for paths that take a raw body. */
  raw: { bytes: Buffer; header: (name: string) => string };
}

/**
 * A response that was put into JSON beforehand, envelope and all: what the catalogue says hardly ever changes. It is the
 * same for everybody and depends on the catalogue alone, so it may be cached (`ResponseCache`).
 */
export class SerialisedResponse {
  readonly json: string;

  constructor(response: object) {
    this.json = JSON.stringify({ statusCode: 200, ...response });
  }
}

/** Statuses that a path may refuse with; those that every path shares need no word of their own. */
export type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 408 | 409 | 413 | 415 | 429 | 500 | 503;

/**
 * One documented path. Modules list theirs; `restPlugin` puts them on the server, and `describeRoutes` into the
 * OpenAPI document. What is declared here describes and does not check: services check, and report all violations at
 * once.
 */
export interface RestRoute {
  method: "GET" | "POST" | "PUT";
  /** With `:name` for a parameter of the path. */
  url: string;
  /** Whether a visitor may call it; all others want a token, and say so before they look at anything else. */
  isOpen?: boolean;
  /** What programs made from the OpenAPI document call it. */
  operationId: string;
  summary: string;
  description: string;
  /** Where the documented client puts the parameters; any other place does as well. */
  place: "query" | "body";
  /** By name. What is not optional is mandatory. */
  parameters: Readonly<Record<string, z.ZodType>>;
  /** Whether it takes the header `Idempotency-Key`. */
  takesKey?: boolean;
  /** For a body that counts byte for byte because it is signed; no parameter is read then. */
  takesRaw?: {
    maxBytes: number;
    /** What is in the body, in words. */
    description: string;
    /** By name, all of them optional: the handler says what it misses. */
    headers: Readonly<Record<string, z.ZodType>>;
  };
  /** The whole body of HTTP 200. */
  response: z.ZodType<object>;
  /** The refusals that are this path's own, in words. */
  errorResponses: Partial<Record<ErrorStatus, string>>;
  handle: (call: RestCall) => Promise<object> | object;
}

/** What a handler returns: the response, in which `statusCode` 200 need not be said. */
type Handled<Response> = Response extends { statusCode: 200 } ? Omit<Response, "statusCode"> : Response;

/** A documented path whose handler reads no parameter, and returns nothing, that is not documented. */
export function restRoute<
  const Shape extends RestRoute["parameters"],
  Response extends RestRoute["response"],
>(
  route: Omit<RestRoute, "parameters" | "response" | "handle"> & {
    parameters: Shape;
    response: Response;
    handle: (
      call: RestCall<keyof Shape & string>,
    ) => Promise<Handled<z.output<Response>>> | Handled<z.output<Response>> | SerialisedResponse;
  },
): RestRoute {
  return route;
}
