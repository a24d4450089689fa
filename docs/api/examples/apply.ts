import { randomUUID } from "node:crypto";
import { CreateHandoverDocument, PartnerApplyDocument } from "./api.generated";
import { call } from "./call";

/** Starts an application for a traveller. Returns the link with which the traveller takes it over. */
async function applyFor(visaId: string, travelDate: string, mobile: string, externalReference: string) {
  // Store the idempotency keys with your booking, so that a retry after a lost response creates nothing twice.
  const application = { visaId, travelDate, mobile, externalReference, idempotencyKey: randomUUID() };
  const { createVisaRequest } = await call(PartnerApplyDocument, application);
  const { visaRequestId } = assertDone(createVisaRequest).visaRequest!;
  const handover = { visaRequestId, idempotencyKey: randomUUID() };
  const { createHandover } = await call(CreateHandoverDocument, handover);
  return assertDone(createHandover).handover!.url;
}

/** Throws if something in the input has to be corrected. */
function assertDone<Payload extends { userErrors: { code: string; message: string }[] }>(
  payload: Payload,
): Payload {
  const [violation] = payload.userErrors;
  if (violation) throw new Error(`${violation.code}: ${violation.message}`);
  return payload;
}

// npx tsx apply.ts <visaId> <travel date, as YYYY-MM-DD> <mobile number> <your own reference>
const [visaId = "", travelDate = "", mobile = "", reference = ""] = process.argv.slice(2);
void applyFor(visaId, travelDate, mobile, reference).then(console.log);
