/** How long somebody waits for an operation (docs/decisions/0009). */
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { getOperationAST, OperationTypeNode, parse } from "graphql";
import { DomainError } from "../../../core/errors";
import { limits } from "./limits.rules";

/** Milliseconds, from when the whole body is in. */
export interface Deadlines {
  query: number;
  /** Longer: nothing in a mutation waits without a limit of its own, and what it did is worth telling. */
  mutation: number;
}

export const deadlines: Deadlines = { query: 8_000, mutation: 40_000 };

/** Seconds. */
const retryAfter = 5;

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * Responds with 503 when the handler has not answered in time; the handler's own response is then thrown away.
 * JavaScript cannot be stopped from outside, so a query goes on for nobody; what it may cost is limited before it
 * begins.
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
      // Fastify binds handlers to the app; Apollo's has no use for that.
      const response = Reflect.apply(handle, undefined, [request, reply]) as Promise<unknown>;
      response.then(settle(resolve), settle(reject));
    });
}

function tooLate(message: string): DomainError {
  return new DomainError("UNAVAILABLE", message, { retryAfter });
}

/** Read only where the time is up, so that no request in good time pays for it. */
function mayBeMutation(body: unknown): boolean {
  // A GET has none, and may only ask.
  if (typeof body !== "object" || body === null) return false;
  const { query, operationName } = body as { query?: unknown; operationName?: unknown };
  // Known to Apollo by its hash, and not here: it gets the longer time.
  if (typeof query !== "string") return true;
  try {
    const document = parse(query, { maxTokens: limits.tokens, noLocation: true });
    const name = typeof operationName === "string" ? operationName : undefined;
    return getOperationAST(document, name)?.operation === OperationTypeNode.MUTATION;
  } catch {
    // Nothing is thrown out of a timer: that would end the process.
    return false;
  }
}
