import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { OperationTurns } from "../turns/OperationTurns";

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Handles a request when the turn of whoever sent it has come, and not at all where they have left meanwhile. */
export function inTurn(turns: Pick<OperationTurns, "take">, handle: RouteHandlerMethod): Handler {
  return (request, reply) =>
    turns.take(
      request.viewer,
      () => reply.sent || reply.raw.destroyed,
      // Fastify binds handlers to the app; ours have no use for that.
      async () => Reflect.apply(handle, undefined, [request, reply]) as unknown,
    );
}
