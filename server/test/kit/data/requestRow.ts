import { makeRequestRow } from "../../../modules/visaRequest/newRequest.logic";
import type { VisaRequestEntity } from "../../../modules/visaRequest/visaRequest.entity";

const visa = {
  visaId: "v",
  visaName: "30 Days",
  visaCountryName: "Nowhere",
  adultPrice: 1000,
  childPrice: null,
};
const owner = { userId: "owner", phoneNumber: "+919876543210", email: null };

/** Returns the row of an unpaid application for unit tests, with these changes. */
export function requestRow(changes: Partial<VisaRequestEntity> = {}): VisaRequestEntity {
  const row = makeRequestRow({ ...visa, requirements: [] } as never, owner as never, {
    fees: { serviceFee: 0, gstPercent: 0 },
    now: new Date("2026-11-29T06:30:00.000Z"),
    travelDate: "2026-12-24",
    expectedDate: "2026-12-05",
  });
  return { ...row, ...changes };
}
