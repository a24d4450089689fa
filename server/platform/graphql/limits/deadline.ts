/** Deadlines of operations (docs/decisions/0009). */
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { getOperationAST, OperationTypeNode, parse } from "graphql";
import { DomainError } from "../../../core/errors";
import { limits } from "./limits.rules";

/** Deadlines in milliseconds after the whole body has arrived. */
export interface Deadlines {
  query: number;
  /**
   * Longer than that of a query, so that the caller learns the result. The steps of a mutation have their own timeouts.
   */
  mutation: number;
}

export const deadlines: Deadlines = { query: 8_000, mutation: 40_000 };

/** In seconds. */
const retryAfter = 5;

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * Responds with 503 if the handler misses the deadline, and discards its later response. The operation itself
 * continues, because JavaScript cannot be interrupted; its cost was limited before it started.
 */
export function withDeadline(handle: RouteHandlerMethod, { query, mutation }: Deadlines): Handler {
  return (request, reply) =>
    new Promise((resolve, reject) => {
      let timer = setTimeout(() => {
        if (!mayBeMutation(request.body))
          return reject(tooLate("This took too long. Please try again shortly"));
        timer = setTimeout(
          () => reject(tooLate("This is still in progress. Please check before you try again")),
          mutation - query,
        );
      }, query);
      const settle =
        <T>(respond: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          respond(value);
        };
      // Called without `this`, which Fastify sets to the app and Apollo's handler does not use.
      const response = Reflect.apply(handle, undefined, [request, reply]) as Promise<unknown>;
      response.then(settle(resolve), settle(reject));
    });
}

function tooLate(message: string): DomainError {
  return new DomainError("UNAVAILABLE", message, { retryAfter });
}

/**
 * True if the body may contain a mutation. Parses the document a second time, so it is called only once a query's
 * deadline has passed.
 */
function mayBeMutation(body: unknown): boolean {
  // A GET has no body and cannot contain a mutation.
  if (typeof body !== "object" || body === null) return false;
  const { query, operationName } = body as { query?: unknown; operationName?: unknown };
  // The body may contain only the hash of a document, which Apollo alone can look up, so the longer deadline applies.
  if (typeof query !== "string") return true;
  try {
    const document = parse(query, { maxTokens: limits.tokens, noLocation: true });
    const name = typeof operationName === "string" ? operationName : undefined;
    return getOperationAST(document, name)?.operation === OperationTypeNode.MUTATION;
  } catch {
    // Ignored, because Apollo reports the syntax error, and an exception in a timer would end the process.
    return false;
  }
}
