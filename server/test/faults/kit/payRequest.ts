/** An actor's payment, and the resolution of a payment that was not answered. */
import * as documents from "../../kit/documents";
import { readSandbox, signCheckout } from "../../kit/stories/paying";
import type { TestServer } from "../../kit/server/testServer";
import { toConfirmation, type CheckoutProof } from "../../kit/personas/traveller";
import { mutate, payOrder } from "./calls";
import type { PersonModel, RequestModel } from "./model";
import type { Fixture } from "./fixture";

export async function payRequest(
  fixture: Fixture,
  person: PersonModel,
  request: RequestModel,
): Promise<void> {
  const { server, journal } = fixture;
  const { token } = person;
  const { visaRequestId } = request;
  const getOrder = () => mutate(server, documents.createPaymentOrder, { visaRequestId }, { token });
  const keepOrder = ({ orderId }: { orderId: string }) => void (request.orderId = orderId);
  const { orderId } = await journal.send(person, "order", getOrder, keepOrder, async () =>
    keepOrder(await getOrder()),
  );
  const confirm = (proof: CheckoutProof) =>
    mutate(server, documents.confirmPayment, { visaRequestId, ...toConfirmation(proof) }, { token });
  const keepPaid = ({ paymentGatewayNo }: { paymentGatewayNo: string }) =>
    void Object.assign(request, { status: "SUBMITTED", paymentId: paymentGatewayNo });
  const proof = await journal.send(
    person,
    "payment at the gateway",
    () => payOrder(server, orderId),
    () => {},
    async () => keepPaid(await confirm(await proofOf(server, orderId))),
  );
  await journal.send(
    person,
    "confirmation",
    () => confirm(proof),
    keepPaid,
    async () => keepPaid(await confirm(proof)),
  );
}

/** Returns the proof of a payment whose response was lost; pays now if there was no payment. */
async function proofOf(server: TestServer, orderId: string): Promise<CheckoutProof> {
  const paid = (await readSandbox(server, "payment")).find(
    ({ order_id, status }) => order_id === orderId && status === "captured",
  );
  if (!paid) return payOrder(server, orderId);
  const razorpay_signature = await signCheckout(server, orderId, paid.id);
  return { razorpay_order_id: orderId, razorpay_payment_id: paid.id, razorpay_signature };
}
