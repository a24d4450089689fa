import type { To } from "react-router-dom";
import { paths } from "../../paths";
import type { PlannedTraveller } from "./travellerPlan";

/** Returns the address of a planned applicant's form; one whose details are there begins with the documents. */
export function toForm(visaRequestId: string, { visaApplicantId }: PlannedTraveller): To {
  const pathname = paths.visarequest(visaRequestId);
  if (!visaApplicantId) return pathname;
  return { pathname, search: `${new URLSearchParams({ applicant: visaApplicantId, step: "details" })}` };
}
