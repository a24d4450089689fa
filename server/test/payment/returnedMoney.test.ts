import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import * as documents from "../kit/documents";
import { addApplicant } from "../kit/stories/applicants";
import { readSms, waitUntilSent } from "../kit/data/messages";
import { readTables } from "../kit/data/readTables";
import { numberProof } from "../kit/personas/codeFor";
import { signInStaff } from "../kit/personas/staff";
import { newPhoneNumber, type Traveller } from "../kit/personas/traveller";
import type { FakeRazorpay } from "../kit/standIns/fakeRazorpay";
import { MoneyScene } from "../kit/stories/moneyScene";
import { confirm } from "../kit/stories/paying";
import { errorCodes, getUserErrors } from "../kit/wire/outcomes";
import { waitFor } from "../kit/waitFor";

let scene: MoneyScene;
let gateway: FakeRazorpay;
let staff: Traveller;
beforeAll(async () => {
  scene = await MoneyScene.set();
  staff = await signInStaff(scene.server);
  gateway = scene.gateway;
});
afterAll(() => scene.clear());
beforeEach(() => {
  gateway.refundStatus = "processed";
});

/** Returns a traveller who has paid, and the payment's id. */
async function payer(): Promise<[Traveller, string]> {
  const traveller = await scene.withOrder();
  const proof = gateway.pay(traveller.order.orderId);
  await confirm(traveller, proof);
  return [traveller, proof.razorpay_payment_id];
}

/** Returns a traveller whose payment was for an earlier total, and the payment's id. */
async function withMoneyDue(): Promise<[Traveller, string]> {
  const traveller = await scene.withOrder();
  await addApplicant(traveller, scene.files);
  const proof = gateway.pay(traveller.order.orderId);
  await confirm(traveller, proof);
  return [traveller, proof.razorpay_payment_id];
}

async function recordOf(paymentId: string) {
  const tables = await readTables(scene.server, ["payment", "refund", "money_task", "notification"]);
  const isOfIt = ({ razorpayPaymentId }: { razorpayPaymentId: string }) => razorpayPaymentId === paymentId;
  const refunds = tables.refund.filter(isOfIt);
  const told = tables.notification.filter(({ occurrenceId }) =>
    [paymentId, ...refunds.map(({ refundId }) => refundId)].includes(occurrenceId),
  );
  return {
    payment: tables.payment.find(isOfIt)!,
    refunds,
    openTasks: tables.money_task.filter((task) => isOfIt(task) && task.closedAt === null),
    told: told.map(({ event }) => event),
  };
}

const atGateway = (paymentId: string) =>
  [...gateway.refunds.values()]
    .filter(({ payment_id, status }) => payment_id === paymentId && status !== "failed")
    .map(({ amount }) => amount);

const withdraw = async (traveller: Traveller) => {
  const { visaRequestId } = traveller.request;
  const { data } = await traveller.call(documents.visaRequestMoney, { visaRequestId });
  const expectedAmount = data.visaRequest.refundOffer.amount;
  await traveller.do(documents.withdrawVisaRequest, { visaRequestId, expectedAmount });
};

const tellOfRefund = (payment: string, refund: string) =>
  scene.tell(gateway.makeWebhook("refund.processed", { payment, refund }));

describe("a refund made in the gateway's dashboard", () => {
  test("makes the application REFUNDED, sends one message and opens one task for staff, even if it is reported twice", async () => {
    const [traveller, payment] = await payer();
    const { amount } = traveller.order;
    const { id } = gateway.refundAtDesk(payment, amount);
    expect((await tellOfRefund(payment, id)).state).toBe("DONE");
    await tellOfRefund(payment, id);
    expect(await traveller.readRequest()).toMatchObject({
      visaRequestStatus: "SUBMITTED",
      paymentStatus: "REFUNDED",
    });
    expect(await recordOf(payment)).toMatchObject({
      payment: { outcome: "REFUNDED" },
      refunds: [{ origin: "GATEWAY", state: "DONE", amount, razorpayRefundId: id }],
      openTasks: [{ kind: "RETURNED_AT_GATEWAY", visaRequestId: traveller.request.visaRequestId }],
      told: ["PAID", "REFUNDED"],
    });
  });

  test("of part of the payment leaves the application PAID, and a withdrawal refunds the rest, to the paisa", async () => {
    const [traveller, payment] = await payer();
    const { amount } = traveller.order;
    const { id } = gateway.refundAtDesk(payment, 123_45);
    await tellOfRefund(payment, id);
    expect(await traveller.readRequest()).toMatchObject({ paymentStatus: "PAID" });
    expect((await recordOf(payment)).openTasks).toHaveLength(1);
    await withdraw(traveller);
    expect(atGateway(payment)).toEqual([123_45, amount - 123_45]);
    expect(await traveller.readRequest()).toMatchObject({
      visaRequestStatus: "CANCELLED",
      paymentStatus: "REFUNDED",
    });
    await waitUntilSent(traveller);
    const texts = (await readSms(traveller)).map(({ text }) => text);
    for (const paise of [123_45, amount - 123_45])
      expect(texts).toContainEqual(expect.stringContaining(`refunded INR ${(paise / 100).toFixed(2)}/- for`));
  });

  test("that leaves less than a rupee makes a withdrawal impossible", async () => {
    const [traveller, payment] = await payer();
    await tellOfRefund(payment, gateway.refundAtDesk(payment, traveller.order.amount - 60).id);
    const { visaRequestId } = traveller.request;
    const { data } = await traveller.call(documents.visaRequestMoney, { visaRequestId });
    expect(data.visaRequest.refundOffer).toMatchObject({ amount: 0, canWithdraw: false });
    const input = { visaRequestId, expectedAmount: 0 };
    const answer = await traveller.call(documents.withdrawVisaRequest, { input });
    expect(errorCodes(getUserErrors(answer))).toEqual(["null: INVALID_STATE"]);
  });

  test("of part of the payment limits a goodwill refund by staff to the rest, to the paisa", async () => {
    const [traveller, payment] = await payer();
    const { amount } = traveller.order;
    await tellOfRefund(payment, gateway.refundAtDesk(payment, amount - 100_60).id);
    const { visaRequestId } = traveller.request;
    await staff.do(documents.staffTakeCase, { visaRequestId });
    const input = { visaRequestId, reason: "GOODWILL", expectedAmount: 101, note: "As agreed" };
    await staff.do(documents.staffRefund, input);
    expect(atGateway(payment)).toEqual([amount - 100_60, 100_60]);
  });

  test("of part of the payment reduces our own refund, even if no webhook reported it", async () => {
    const [traveller, payment] = await payer();
    const { amount } = traveller.order;
    gateway.refundAtDesk(payment, 1_000_00);
    await withdraw(traveller);
    expect(atGateway(payment)).toEqual([1_000_00, amount - 1_000_00]);
    expect((await recordOf(payment)).refunds).toMatchObject([
      { origin: "OURS", state: "DONE", amount: amount - 1_000_00 },
      { origin: "GATEWAY", state: "DONE", amount: 1_000_00 },
    ]);
    expect(await traveller.readRequest()).toMatchObject({ paymentStatus: "REFUNDED" });
  });

  test("that is pending is tracked, and changes nothing if it fails", async () => {
    const [traveller, payment] = await payer();
    const refund = gateway.refundAtDesk(payment, traveller.order.amount, "pending");
    await scene.tell(gateway.makeWebhook("refund.created", { payment, refund: refund.id }));
    expect(await traveller.readRequest()).toMatchObject({ paymentStatus: "PAID" });
    expect(await recordOf(payment)).toMatchObject({
      refunds: [{ state: "REQUESTED" }],
      openTasks: [{ kind: "RETURNED_AT_GATEWAY" }],
    });
    refund.status = "failed";
    await scene.tell(gateway.makeWebhook("refund.failed", { payment, refund: refund.id }));
    expect(await recordOf(payment)).toMatchObject({ refunds: [{ state: "FAILED" }], openTasks: [] });
    expect(await traveller.readRequest()).toMatchObject({ paymentStatus: "PAID" });
  });

  test.each([
    ["the refund", "refund.processed"],
    ["the payment", "payment.captured"],
  ])(
    "of an unreported payment is recorded by a report of %s, and the application can still be paid for",
    async (_what, event) => {
      const traveller = await scene.withOrder();
      const payment = gateway.pay(traveller.order.orderId).razorpay_payment_id;
      const { id: refund } = gateway.refundAtDesk(payment, traveller.order.amount);
      const about = event.startsWith("refund") ? { payment, refund } : { payment };
      await scene.tell(gateway.makeWebhook(event, about));
      expect(await recordOf(payment)).toMatchObject({
        payment: { outcome: "REFUNDED" },
        openTasks: [],
        told: ["REFUNDED"],
      });
      const { orderId } = (await traveller.do(documents.createPaymentOrder, {
        visaRequestId: traveller.request.visaRequestId,
      })) as { orderId: string };
      expect(orderId).not.toBe(traveller.order.orderId);
      await confirm(traveller, gateway.pay(orderId));
      expect(await traveller.readRequest()).toMatchObject({ paymentStatus: "PAID" });
    },
  );

  test("is found when the server starts, even without a webhook, and so is a dispute", async () => {
    const [[returned, payment], [disputed, second]] = [await payer(), await payer()];
    gateway.refundAtDesk(payment, returned.order.amount);
    gateway.dispute(second, disputed.order.amount);
    await scene.server.restart();
    await waitFor("the refund and the dispute are found", async () => {
      const [first, other] = [await recordOf(payment), await recordOf(second)];
      return first.payment.outcome === "REFUNDED" && other.openTasks.length === 1;
    });
    expect(await returned.readRequest()).toMatchObject({ paymentStatus: "REFUNDED" });
    expect((await recordOf(payment)).openTasks).toHaveLength(1);
  });
});

describe("staff", () => {
  const look = async (traveller: Traveller, money: "DUE" | "TO_DECIDE") => {
    const { visaRequestId } = traveller.request;
    const { data } = await staff.call(documents.staffMoney, { visaRequestId, filter: { money } });
    const { staffVisaRequest, staffVisaRequests, staffQueueCounts } = data;
    const isListed = staffVisaRequests.nodes.some((node) => node.visaRequestId === visaRequestId);
    return { ...staffVisaRequest, isListed, counts: staffQueueCounts };
  };

  test("use the filter TO_DECIDE to find an application, and cancel it once everything is refunded", async () => {
    const [traveller, payment] = await payer();
    const part = gateway.refundAtDesk(payment, 123_45);
    await tellOfRefund(payment, part.id);
    const { amount } = traveller.order;
    const first = await look(traveller, "TO_DECIDE");
    expect(first).toMatchObject({
      isListed: true,
      canRefund: true,
      refundedAtGateway: 123,
      payments: [{ returnedPaise: 123_45, duePaise: 0, keptPaise: amount - 123_45 }],
      moneyTasks: [
        {
          decision: "KEEP",
          text: expect.stringMatching(/^INR 123.45\/- was refunded in Razorpay's dashboard/),
        },
      ],
    });
    expect(first.counts.moneyToDecide).toBeGreaterThan(0);
    const rest = gateway.refundAtDesk(payment, amount - 123_45);
    await tellOfRefund(payment, rest.id);
    expect(await look(traveller, "TO_DECIDE")).toMatchObject({
      canRefund: false,
      refundedAtGateway: amount / 100,
    });

    const [{ moneyTaskId }] = first.moneyTasks;
    const close = (decision: string) =>
      staff.call(documents.staffCloseMoneyTask, { input: { moneyTaskId, decision } });
    // The decision KEEP is outdated, because everything has been refunded since.
    expect(errorCodes(getUserErrors(await close("KEEP")))).toEqual(["decision: CONFLICT"]);
    const { data } = await close("CANCEL");
    expect(data.staffCloseMoneyTask.staffCase).toMatchObject({
      visaRequest: { visaRequestStatus: "CANCELLED" },
      moneyTasks: [],
    });
    expect(errorCodes(getUserErrors(await close("KEEP")))).toEqual(["null: INVALID_STATE"]);
    expect(await look(traveller, "TO_DECIDE")).toMatchObject({ isListed: false, moneyTasks: [] });
  });

  test("cannot decide on a case assigned to another member, unless that member is no longer staff", async () => {
    const [traveller, payment] = await payer();
    await tellOfRefund(payment, gateway.refundAtDesk(payment, 123_45).id);
    const [{ moneyTaskId }] = (await look(traveller, "TO_DECIDE")).moneyTasks;
    const member = await signInStaff(scene.server, newPhoneNumber());
    await member.do(documents.staffTakeCase, { visaRequestId: traveller.request.visaRequestId });
    const close = async () => {
      const input = { moneyTaskId, decision: "KEEP" };
      return errorCodes(getUserErrors(await staff.call(documents.staffCloseMoneyTask, { input })));
    };
    expect(await close()).toEqual(["null: INVALID_STATE"]);
    // The new number is not a staff number, and the case stays assigned to the account.
    await member.do(documents.updateProfile, await numberProof(member, newPhoneNumber()));
    expect(await close()).toEqual([]);
  });

  test("have nothing to decide once the traveller withdraws after a partial refund", async () => {
    const [traveller, payment] = await payer();
    const part = gateway.refundAtDesk(payment, 123_45);
    await tellOfRefund(payment, part.id);
    expect((await look(traveller, "TO_DECIDE")).moneyTasks).toHaveLength(1);
    await withdraw(traveller);
    expect(await look(traveller, "TO_DECIDE")).toMatchObject({ isListed: false, moneyTasks: [] });
  });

  test("can refund a payment again after the gateway failed to refund it", async () => {
    gateway.refundStatus = "failed";
    const [traveller, payment] = await payer();
    const { visaRequestId } = traveller.request;
    const expectedAmount = traveller.order.amount / 100;
    await staff.do(documents.staffTakeCase, { visaRequestId });
    const refund = { visaRequestId, reason: "OUR_MISTAKE", expectedAmount, note: "Charged twice" };
    await staff.do(documents.staffRefund, refund);
    expect(await look(traveller, "DUE")).toMatchObject({ isListed: true, canRefund: true });
    gateway.refundStatus = "processed";
    await staff.do(documents.staffRefund, refund);
    expect(atGateway(payment)).toEqual([traveller.order.amount]);
    expect(await look(traveller, "DUE")).toMatchObject({ isListed: false, canRefund: false });
  });

  test("find an unexpected payment that the gateway failed to refund", async () => {
    gateway.refundStatus = "failed";
    const [traveller, payment] = await withMoneyDue();
    await waitFor("the refund failed", async () => (await recordOf(payment)).refunds[0]?.state === "FAILED");
    const found = await look(traveller, "DUE");
    expect(found).toMatchObject({
      isListed: true,
      canRefund: false,
      refundedAtGateway: 0,
      payments: [{ duePaise: traveller.order.amount, keptPaise: 0 }],
    });
    expect(found.counts.moneyDue).toBeGreaterThan(0);
  });

  test("find a partial refund while it is pending and after it has failed, until another one succeeds", async () => {
    gateway.refundStatus = "pending";
    const [traveller, payment] = await payer();
    const { visaRequestId } = traveller.request;
    await staff.do(documents.staffTakeCase, { visaRequestId });
    const refund = () => {
      const expectedAmount = traveller.request.serviceFee + traveller.request.gst;
      return staff.do(documents.staffRefund, {
        visaRequestId,
        reason: "GOODWILL",
        expectedAmount,
        note: "As agreed",
      });
    };
    await refund();
    expect(await look(traveller, "DUE")).toMatchObject({ isListed: true });
    const made = [...gateway.refunds.values()].find(({ payment_id }) => payment_id === payment)!;
    made.status = "failed";
    await scene.tell(gateway.makeWebhook("refund.failed", { payment, refund: made.id }));
    expect(await look(traveller, "DUE")).toMatchObject({ isListed: true });
    const { refundId } = (await recordOf(payment)).refunds[0]!;
    const lines = scene.server.output.split("\n").filter((line) => line.includes(refundId));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        level: 50,
        msg: "refund refused by the gateway",
        payment,
        todo: expect.stringContaining("staff console"),
      },
    ]);
    gateway.refundStatus = "processed";
    await refund();
    expect(await look(traveller, "DUE")).toMatchObject({ isListed: false });
  });
});

describe("a dispute", () => {
  const tell = (event: string, dispute: string, payment: string) =>
    scene.tell(gateway.makeWebhook(`payment.dispute.${event}`, { payment, dispute }));

  test("leaves the application PAID until it is lost and the amount is deducted", async () => {
    const [traveller, payment] = await payer();
    const dispute = gateway.dispute(payment, traveller.order.amount);
    await tell("created", dispute.id, payment);
    expect(await traveller.readRequest()).toMatchObject({ paymentStatus: "PAID" });
    expect((await recordOf(payment)).openTasks).toMatchObject([{ kind: "DISPUTE" }]);
    Object.assign(dispute, { status: "lost", amount_deducted: dispute.amount });
    await tell("lost", dispute.id, payment);
    expect(await recordOf(payment)).toMatchObject({
      payment: { outcome: "REFUNDED", amountDeducted: traveller.order.amount },
      refunds: [],
      openTasks: [{ kind: "DISPUTE" }],
      told: ["PAID"],
    });
    expect(await traveller.readRequest()).toMatchObject({
      visaRequestStatus: "SUBMITTED",
      paymentStatus: "REFUNDED",
    });
  });

  test("about an unreported payment records the payment too", async () => {
    const traveller = await scene.withOrder();
    const payment = gateway.pay(traveller.order.orderId).razorpay_payment_id;
    await tell("created", gateway.dispute(payment, traveller.order.amount).id, payment);
    expect(await traveller.readRequest()).toMatchObject({ paymentStatus: "PAID" });
    expect((await recordOf(payment)).openTasks).toMatchObject([{ kind: "DISPUTE" }]);
  });

  test("that is won leaves staff nothing to decide", async () => {
    const [traveller, payment] = await payer();
    const dispute = gateway.dispute(payment, traveller.order.amount);
    await tell("created", dispute.id, payment);
    expect((await recordOf(payment)).openTasks).toHaveLength(1);
    dispute.status = "won";
    await tell("won", dispute.id, payment);
    expect(await recordOf(payment)).toMatchObject({ payment: { outcome: "SETTLED" }, openTasks: [] });
  });

  test("delays our own refund until the bank has decided, so that nothing is refunded twice", async () => {
    const [traveller, payment] = await payer();
    const { amount } = traveller.order;
    const dispute = gateway.dispute(payment, amount);
    await tell("created", dispute.id, payment);
    await withdraw(traveller);
    expect((await recordOf(payment)).refunds).toMatchObject([{ state: "DUE", lastError: "IN_DISPUTE" }]);
    Object.assign(dispute, { status: "lost", amount_deducted: amount - 500_00 });
    await tell("lost", dispute.id, payment);
    await waitFor("the refund", async () => (await recordOf(payment)).payment.outcome === "REFUNDED");
    expect(atGateway(payment)).toEqual([500_00]);
  });

  test("that deducts all but 50 paise leaves nothing due, because Razorpay cannot refund so little", async () => {
    const [traveller, payment] = await payer();
    const { amount } = traveller.order;
    const dispute = gateway.dispute(payment, amount);
    await tell("created", dispute.id, payment);
    await withdraw(traveller);
    Object.assign(dispute, { status: "lost", amount_deducted: amount - 50 });
    await tell("lost", dispute.id, payment);
    expect(await recordOf(payment)).toMatchObject({
      payment: { outcome: "REFUNDED" },
      refunds: [{ state: "FAILED", lastError: "ALREADY_RETURNED" }],
    });
    expect(await traveller.readRequest()).toMatchObject({ paymentStatus: "REFUNDED" });
  });
});

describe("a due refund", () => {
  test("is made once and automatically, and is reported in the log and by a message", async () => {
    const [traveller, payment] = await withMoneyDue();
    await waitFor("the refund", async () => (await recordOf(payment)).payment.outcome === "REFUNDED");
    expect(atGateway(payment)).toEqual([traveller.order.amount]);
    expect(await recordOf(payment)).toMatchObject({
      refunds: [{ origin: "OURS", state: "DONE", reasonCode: null }],
      openTasks: [],
      told: ["REFUND_DUE", "REFUNDED"],
    });
    expect(scene.server.output).toContain("refund of an unexpected payment started");
    expect(await traveller.readRequest()).toMatchObject({ paymentStatus: "REFUNDED" });
  });

  test("that the gateway refuses is not retried automatically", async () => {
    gateway.refundStatus = "failed";
    const [, payment] = await withMoneyDue();
    await waitFor("the refund failed", async () => (await recordOf(payment)).refunds[0]?.state === "FAILED");
    await scene.server.restart();
    expect((await recordOf(payment)).refunds).toHaveLength(1);
    expect((await recordOf(payment)).payment.outcome).toBe("REFUND_DUE");
  });
});

test("a refund that the gateway made but reported as an error is found by our id and not repeated", async () => {
  const [traveller, payment] = await payer();
  gateway.meet("400 after doing it");
  await withdraw(traveller);
  const { refunds } = await recordOf(payment);
  expect(refunds).toMatchObject([{ origin: "OURS", state: "DONE", amount: traveller.order.amount }]);
  expect([...gateway.refunds.values()].filter(({ payment_id }) => payment_id === payment)).toMatchObject([
    { receipt: refunds[0]!.refundId },
  ]);
});
