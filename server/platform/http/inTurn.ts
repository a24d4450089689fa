import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { OperationTurns } from "../rateLimiting/OperationTurns";
import type { Viewer } from "../../core/viewer";

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type Turns = Pick<OperationTurns, "take">;

/** Schedules a request fairly among its senders, and skips it if the sender has left. */
export function inTurn(turns: Turns, handle: RouteHandlerMethod): Handler {
  return (request, reply) =>
    takeTurn(turns, request.viewer, [request, reply], () =>
      // Fastify binds handlers to the app; ours do not use `this`.
      Promise.resolve(Reflect.apply(handle, undefined, [request, reply]) as unknown),
    );
}

/** The same for a person that the route chooses, such as the holder of a signed URL. */
export function takeTurn<T>(
  turns: Turns,
  person: Pick<Viewer, "session" | "address">,
  [request, reply]: [FastifyRequest, FastifyReply],
  work: () => Promise<T>,
): Promise<T | undefined> {
  request.hasTurn = true;
  return turns.take(person, () => reply.sent || reply.raw.destroyed, work);
}
