import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { toPrincipal } from "../../core/principal";
import { requestRow } from "../../test/kit/data/requestRow";
import { openUnitSource } from "../../test/kit/data/unitSource";
import { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import { findUnfinishedPaid } from "./accountErasure.repository";
import { AccountErasureService } from "./accountErasure.service";

test("an account is not erased if an application has been paid for since the erasure was checked", async () => {
  const transaction = { query: async () => [{ visaReferenceNo: "VP-1" }] };
  const service = new AccountErasureService({
    approvals: { assertNoneAskedBy: async () => undefined },
    audit: { wasDoneSince: async () => false },
    codes: {
      withCodes: (_caller: object, _proofs: object, work: (manager: object) => Promise<void>) =>
        work(transaction),
    },
    db: { read: { query: async () => [] } },
    users: { getUser: async () => ({ userId: "u", phoneNumber: "+919876500001" }) },
  } as unknown as ConstructorParameters<typeof AccountErasureService>[0]);
  const caller = toPrincipal({ address: "127.0.0.1" }, { userId: "u", sessionId: "s" });
  await expect(service.erase(caller, { otp: "123456" })).rejects.toMatchObject({ code: "INVALID_STATE" });
});

test("a paid application blocks the erasure until it is decided or cancelled, even if its money was returned", async () => {
  const source = await openUnitSource();
  try {
    for (const visaRequestStatus of ["SUBMITTED", "ACTION_REQUIRED", "APPROVED", "CANCELLED"] as const)
      for (const paymentStatus of ["PAID", "REFUNDED"] as const) {
        const visaReferenceNo = `${visaRequestStatus} ${paymentStatus}`;
        await source.manager.insert(
          VisaRequestEntity,
          requestRow({ visaReferenceNo, visaRequestStatus, paymentStatus }),
        );
      }
    expect((await findUnfinishedPaid(source.manager, "owner")).toSorted()).toEqual([
      "ACTION_REQUIRED PAID",
      "ACTION_REQUIRED REFUNDED",
      "SUBMITTED PAID",
      "SUBMITTED REFUNDED",
    ]);
  } finally {
    await source.destroy();
  }
});
