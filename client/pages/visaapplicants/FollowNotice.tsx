import { ButtonLink } from "../../components/ButtonLink";
import { InlineAlert } from "../../components/InlineAlert";
import { paths } from "../../paths";
import type { RequestDetails } from "./SummaryTable";

/** From the details of an application that is not PENDING to the page on which it is followed. */
export function FollowNotice({
  request,
}: {
  request: Pick<RequestDetails, "visaRequestId" | "visaRequestStatus">;
}) {
  const { visaRequestId, visaRequestStatus } = request;
  if (visaRequestStatus === "ACTION_REQUIRED")
    return (
      <InlineAlert tone="warning">
        <p>Action needed: something has to be put right before we can go on.</p>
        <ButtonLink to={paths.putRight(visaRequestId)}>Put it right</ButtonLink>
      </InlineAlert>
    );
  return (
    <p className="no-print">
      <ButtonLink variant="secondary" to={paths.application(visaRequestId)}>
        See where it stands
      </ButtonLink>
    </p>
  );
}
