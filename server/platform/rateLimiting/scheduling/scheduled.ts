import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { OperationScheduler } from "./OperationScheduler";
import { withSpan } from "../../metrics/spans";
import type { Principal } from "../../../core/principal";

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type Scheduler = Pick<OperationScheduler, "run">;

/**
 * Returns a handler that runs when the scheduler starts the request, but not if its caller has disconnected by then.
 */
export function scheduled(scheduler: Scheduler, handle: RouteHandlerMethod): Handler {
  return (request, reply) =>
    runScheduled(scheduler, request.caller, [request, reply], () =>
      withSpan(`${request.method} ${request.routeOptions.url}`, {}, () =>
        // Called without `this`, which Fastify sets to the app and our handlers do not use.
        Promise.resolve(Reflect.apply(handle, undefined, [request, reply]) as unknown),
      ),
    );
}

/** Like `scheduled`, for a person that the route chooses, such as the holder of a signed URL. */
export function runScheduled<T>(
  scheduler: Scheduler,
  person: Pick<Principal, "session" | "address" | "partner">,
  [request, reply]: [FastifyRequest, FastifyReply],
  work: () => Promise<T>,
): Promise<T | undefined> {
  request.isScheduled = true;
  return scheduler.run(person, () => reply.sent || reply.raw.destroyed, work);
}
