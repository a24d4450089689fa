import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { codeFor, numberProof } from "../kit/personas/codeFor";
import { signInStaff } from "../kit/personas/staff";
import { newPhoneNumber, signedInTraveller, signIn, type Traveller } from "../kit/personas/traveller";
import { TestServer } from "../kit/server/testServer";
import { changeVisa, readVisa } from "../kit/stories/catalogueAdmin";
import { changingNothing } from "../kit/stories/paying";
import { getUserErrors } from "../kit/wire/outcomes";
import { staffAgreeToApproval, staffApprovals, staffEndApproval } from "./fourEyes.generated";

/** Staff cannot approve their own request through another account or number. */

const country = "oman";
const visaUrl = "oman-10-days-tourist-visa-single-entry";
let server: TestServer;
let meera: Traveller;
beforeAll(async () => {
  server = await TestServer.start({ FOUR_EYES_ABOVE_INR: "1000", GST_PERCENT: "18" });
  meera = await signInStaff(server, newPhoneNumber());
});
afterAll(() => server.dispose());

async function askForRefund(member: Traveller): Promise<void> {
  const traveller = await signedInTraveller(server).withRequest().withApplicant().paid();
  const { visaRequestId, totalPrice } = await traveller.readRequest();
  await member.do(documents.staffTakeCase, { visaRequestId });
  const reason = "OUR_MISTAKE" as const;
  await member.do(documents.staffRefund, {
    visaRequestId,
    reason,
    expectedAmount: totalPrice,
    note: "Agreed",
  });
}
async function askForPrice(member: Traveller): Promise<void> {
  const visa = await readVisa(member, country, visaUrl);
  const { userErrors } = await changeVisa(member, visa, { adultPrice: visa.adultPrice + 1 });
  expect(userErrors).toEqual([]);
}
const asks = [
  ["refund", askForRefund],
  ["price", askForPrice],
] as const;

const open = async (member: Traveller) => (await member.call(staffApprovals)).data.staffApprovals;
const agree = async (member: Traveller, approvalId: string) =>
  getUserErrors(await member.call(staffAgreeToApproval, { input: { approvalId } }));
const eraseAccount = async (member: Traveller) => {
  const otp = await codeFor(server, member.phoneNumber);
  return getUserErrors(await member.call(documents.eraseAccount, { input: { otp } }));
};
const changeNumber = async (member: Traveller) => {
  const input = await numberProof(member, newPhoneNumber());
  return getUserErrors(await member.call(documents.updateProfile, { input }));
};
const lastApproval = async () => (await readTables(server, ["approval"])).approval.at(-1);

describe.each(asks)("a staff member with an open %s request", (_kind, ask) => {
  test.each([
    ["erase their account", eraseAccount],
    ["change their number", changeNumber],
  ])("cannot %s until the request is decided", async (_what, leave) => {
    const member = await signInStaff(server, newPhoneNumber());
    await ask(member);
    await editDatabase(server, "DELETE FROM login_code");
    await changingNothing(server, async () => {
      expect(await leave(member)).toEqual([
        {
          field: null,
          code: "INVALID_STATE",
          message: expect.stringMatching(
            /waiting for approval.*[Tt]ake it back or ask a colleague to decide/,
          ),
        },
      ]);
    });
    const [{ approvalId }] = await open(meera);
    expect(getUserErrors(await meera.call(staffEndApproval, { input: { approvalId } }))).toEqual([]);
    await editDatabase(server, "DELETE FROM login_code");
    expect(await leave(member)).toEqual([]);
  });

  test("cannot approve the request from a new account with the same number", async () => {
    const member = await signInStaff(server, newPhoneNumber());
    await ask(member);
    const [approval] = await open(member);
    const { approvalId } = approval;
    // Edits the database, because the product prevents this: the number is free for another account.
    await editDatabase(server, `UPDATE user_account SET "phoneNumber" = ? WHERE "userId" = ?`, [
      newPhoneNumber(),
      member.userId,
    ]);
    const again = await signIn(server, member.phoneNumber);
    expect(again.userId).not.toBe(member.userId);
    expect(await open(again)).toMatchObject([{ approvalId, isMine: true }]);
    await changingNothing(server, async () => {
      expect(await agree(again, approvalId)).toMatchObject([{ code: "INVALID_STATE" }]);
    });
    expect(getUserErrors(await again.call(staffEndApproval, { input: { approvalId } }))).toEqual([]);
    expect(await lastApproval()).toMatchObject({ outcome: "WITHDRAWN" });
  });

  test("loses the request when the role is removed", async () => {
    const member = await signInStaff(server, newPhoneNumber());
    await ask(member);
    const [approval] = await open(meera);
    await server.runCommand("staff", "remove", member.phoneNumber);
    expect(await open(meera)).toEqual([]);
    expect(await agree(meera, approval.approvalId)).toMatchObject([
      {
        code: "INVALID_STATE",
        message: "The requester is no longer staff, so this request was closed",
      },
    ]);
    expect(await lastApproval()).toMatchObject({ outcome: "VOID", closedByStaffId: null });
    expect((await readTables(server, ["audit_event"])).audit_event.at(-2)).toMatchObject({
      action: "APPROVAL_ENDED",
      subjectId: approval.approvalId,
      visaRequestId: approval.visaRequestId,
    });
  });
});
