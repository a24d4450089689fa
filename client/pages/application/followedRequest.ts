import type { ConfirmedRequestQuery } from "./confirmedRequest.generated";

/** An application as its page follows it. */
export type FollowedRequest = NonNullable<ConfirmedRequestQuery["visaRequest"]>;
