import { ButtonLink } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { paths } from "../../paths";
import type { RequestDetails } from "./SummaryTable";

type Followed = Pick<RequestDetails, "visaRequestId" | "visaRequestStatus">;

/** Links from the details of an application that is not PENDING to its status page. */
export function FollowNotice({ request }: { request: Followed }) {
  const { visaRequestId, visaRequestStatus } = request;
  const isUrgent = visaRequestStatus === "ACTION_REQUIRED";
  return (
    <>
      {isUrgent && (
        <InlineAlert tone="warning">
          Action needed: we need a correction from you before we can continue.
        </InlineAlert>
      )}
      <p className="no-print">
        {isUrgent ? (
          <ButtonLink to={paths.corrections(visaRequestId)}>Make corrections</ButtonLink>
        ) : (
          <ButtonLink variant="secondary" to={paths.application(visaRequestId)}>
            View progress
          </ButtonLink>
        )}
      </p>
    </>
  );
}
