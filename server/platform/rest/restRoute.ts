import type { z } from "zod";
import type { Action } from "../../core/access.rules";
import type { Principal } from "../../core/principal";
import type { Parameters } from "./parameters";

/** A call of a documented REST path, regardless of how its parameters were sent. */
export interface RestCall<Name extends string = string> {
  caller: Principal;
  parameters: Parameters<Name>;
  idempotencyKey: string | undefined;
  /** The unparsed body, and headers by name ("" if missing), for paths with a raw body. */
  raw: { bytes: Buffer; header: (name: string) => string };
}

/**
 * A response that was serialised once, including its envelope, because catalogue data rarely changes. It must be public
 * and depend on the catalogue alone, so that it may be cached (`ResponseCache`).
 */
export class SerialisedResponse {
  readonly json: string;

  constructor(response: object) {
    this.json = JSON.stringify({ statusCode: 200, ...response });
  }
}

/** HTTP statuses of errors. Those that every path shares need no description in a route. */
export type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 408 | 409 | 413 | 415 | 429 | 500 | 503;

/**
 * A documented path. Modules list their paths; `restPlugin` registers them, and `describeRoutes` adds them to the
 * OpenAPI document. The declarations only describe parameters. Services validate them, and report all violations
 * together.
 */
export interface RestRoute {
  method: "GET" | "POST" | "PUT";
  /** The path, with `:name` for path parameters. */
  url: string;
  /** The path's action in the table of permissions. The token is checked before the body is read. */
  action: Action;
  /** The method name in clients generated from the OpenAPI document. */
  operationId: string;
  summary: string;
  description: string;
  /** The place in which the client in the specification sends the parameters. Other places are accepted too. */
  place: "query" | "body";
  /** Parameters by name; mandatory unless their schema is optional. */
  parameters: Readonly<Record<string, z.ZodType>>;
  /** True if the path accepts the `Idempotency-Key` header. */
  takesKey?: boolean;
  /** Set if the path takes a signed body, which is not parsed for parameters. */
  takesRaw?: {
    maxBytes: number;
    description: string;
    /** Headers by name, all optional: the handler reports missing ones. */
    headers: Readonly<Record<string, z.ZodType>>;
  };
  /** The schema of the whole body of HTTP 200. */
  response: z.ZodType<object>;
  /** Descriptions of the errors that are specific to this path. */
  errorResponses: Partial<Record<ErrorStatus, string>>;
  handle: (call: RestCall) => Promise<object> | object;
}

/**
 * True if calls of the path count against the limit of changes. Signed calls do not, because only the provider can sign
 * them.
 */
export function isCounted({ method, takesRaw }: Pick<RestRoute, "method" | "takesRaw">): boolean {
  return method !== "GET" && !takesRaw;
}

/** The return type of a handler: the response, in which `statusCode` 200 may be omitted. */
type Handled<Response> = Response extends { statusCode: 200 } ? Omit<Response, "statusCode"> : Response;

/** Types a path so that its handler only reads documented parameters and only returns documented fields. */
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
