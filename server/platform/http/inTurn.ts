import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { OperationTurns } from "../rateLimiting/OperationTurns";
import type { Viewer } from "../../core/viewer";

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type Turns = Pick<OperationTurns, "take">;

/** Handles a request when the turn of whoever sent it has come, and not at all where they have left meanwhile. */
export function inTurn(turns: Turns, handle: RouteHandlerMethod): Handler {
  return (request, reply) =>
    takeTurn(turns, request.viewer, [request, reply], () =>
      // Fastify binds handlers to the app; ours have no use for that.
      Promise.resolve(Reflect.apply(handle, undefined, [request, reply]) as unknown),
    );
}

/** The same with a person of the route's choice, such as the holder of a signed URL. */
export function takeTurn<T>(
  turns: Turns,
  person: Pick<Viewer, "session" | "address">,
  [request, reply]: [FastifyRequest, FastifyReply],
  work: () => Promise<T>,
): Promise<T | undefined> {
  request.hasTurn = true;
  return turns.take(person, () => reply.sent || reply.raw.destroyed, work);
}
