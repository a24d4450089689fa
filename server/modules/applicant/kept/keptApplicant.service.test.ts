import "reflect-metadata";
import { describe, expect, test } from "@jest/globals";
import { toPrincipal } from "../../../core/principal";
import { KeyRing } from "../../../platform/adapters/crypto/keyRing";
import { requestRow } from "../../../test/kit/data/requestRow";
import { keepingConsent } from "../../consent/keepingConsent.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { ApplicantKeepingEntity } from "./keptApplicant.entity";
import { maxKeptApplicants } from "./keptApplicant.rules";
import { KeptApplicantService } from "./keptApplicant.service";

const userId = "owner";
const caller = toPrincipal({ address: "127.0.0.1" }, { userId, sessionId: "s" });
const consentTextVersion = keepingConsent.version;
const consented = { userId, isOn: true, textVersion: consentTextVersion, decidedAt: "first" };

interface Scene {
  request?: Partial<VisaRequestEntity>;
  passportExpireDate?: string;
  /** The account's choice, its copies of the applicant, and the number of its others, when the copy is stored. */
  choiceThen?: Partial<ApplicantKeepingEntity>;
  copiesThen?: object[];
  othersThen?: number;
  /** The changes of the application while the files are copied. */
  requestThen?: Partial<VisaRequestEntity>;
}

/** Returns the service for an account with one paid application, and the names of what it stores. */
function makeService({
  request,
  passportExpireDate,
  choiceThen,
  copiesThen = [],
  othersThen = 0,
  requestThen,
}: Scene) {
  const stored: string[] = [];
  const paid = requestRow({ visaRequestId: "r", paymentStatus: "PAID", ...request });
  const applicant = { visaApplicantId: "a", visaRequestId: "r", passportNumber: "Z1", passportExpireDate };
  const others = Array.from({ length: othersThen }, (_, index) => ({ keptApplicantId: String(index) }));
  const makeSource = (choice: object, copies: object[]) => ({
    delete: async () => undefined,
    findBy: async (_entity: object, where: object) => (Object.keys(where).length > 1 ? copies : others),
    findOneBy: async () => choice,
    insert: async (entity: { name: string }) => void stored.push(entity.name),
    query: async () => [],
  });
  const then = makeSource({ ...consented, ...choiceThen }, copiesThen);
  const before = makeSource(consented, [{ keptApplicantId: "copy" }]);
  const service = new KeptApplicantService({
    applicants: { findWithConsents: async () => [{ applicant, consent: null }] },
    audit: { record: async () => undefined },
    clock: { now: () => new Date("2026-11-29T06:30:00.000Z") },
    db: {
      purgeDeleted: async () => void stored.push("purge"),
      read: before,
      rows: before,
      write: (work: (manager: object) => Promise<unknown>) => work(before),
    },
    fileService: {
      insertKept: async () => undefined,
      discard: async () => undefined,
      removeKept: async () => [{ fileId: "photo" }],
      write: (_id: string, _passed: object, work: (manager: object, files: object[]) => Promise<unknown>) =>
        work(then, []),
    },
    keys: new KeyRing("a data key of a test, long enough to be taken"),
    log: { error: (details: object) => stored.push(JSON.stringify(details)) },
    visaRequests: { getRequest: async () => paid, getOwn: async () => ({ ...paid, ...requestThen }) },
  } as unknown as ConstructorParameters<typeof KeptApplicantService>[0]);
  return { service, stored };
}

const valid = { passportExpireDate: "2026-11-29" };

describe("an applicant", () => {
  const keep = async (scene: Scene) => {
    const { service, stored } = makeService({ ...valid, ...scene });
    await service.keep(caller, { visaRequestId: "r", consentTextVersion });
    return stored;
  };

  test("is kept on the passport's last day, but not later", async () => {
    expect(await keep({})).toEqual(["KeptApplicantEntity"]);
    expect(await keep({ passportExpireDate: "2026-11-28" })).toEqual([]);
  });

  test("is not kept if the account has withdrawn its consent and given it again in the meantime", async () => {
    expect(await keep({ choiceThen: { decidedAt: "second" } })).toEqual([]);
  });

  test("is not kept if the account already keeps the maximum", async () => {
    expect(await keep({ othersThen: maxKeptApplicants - 1 })).toEqual(["KeptApplicantEntity"]);
    await expect(keep({ othersThen: maxKeptApplicants })).rejects.toMatchObject({ code: "INVALID_STATE" });
  });

  test("is not kept if the payment has been refunded in the meantime", async () => {
    await expect(keep({ requestThen: { paymentStatus: "REFUND_DUE" } })).rejects.toMatchObject({
      code: "INVALID_STATE",
    });
  });
});

test("a correction does not bring back a copy that the account deletes while the files are copied", async () => {
  const refresh = async (copiesThen: object[]) => {
    const { service, stored } = makeService({ ...valid, copiesThen });
    await service.refresh(caller, { visaApplicantId: "a", visaRequestId: "r" });
    return stored;
  };
  expect(await refresh([{ keptApplicantId: "copy" }])).toEqual(["KeptApplicantEntity"]);
  expect(await refresh([])).toEqual([]);
});

test("the data of an applicant who is forgotten is purged", async () => {
  const { service, stored } = makeService({ ...valid, othersThen: 1 });
  await service.forget(caller, ["0"]);
  expect(stored).toEqual(["purge"]);
});

test("a follower cannot add an applicant to a partner's application", async () => {
  const { service } = makeService({ request: { userId: "partner", followerId: userId } });
  const input = { visaRequestId: "r", keptApplicantId: "copy", consent: { textVersion: "" } };
  await expect(service.add(caller, input)).rejects.toMatchObject({ code: "INVALID_STATE" });
});
