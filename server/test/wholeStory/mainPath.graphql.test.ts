import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { callGraphql } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { TestServer } from "../kit/server/testServer";
import { makeDetails, payInSandbox, signIn, toConfirmation } from "../kit/personas/traveller";
import { makeApplicantFiles } from "../kit/personas/applicantFiles";
import { searchCountry } from "./wholeStory.generated";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());

test("a traveller gets from the search to a paid application using only GraphQL", async () => {
  const search = await callGraphql(server, searchCountry, { variables: { text: "uni" } });
  const [emirates] = search.data.countries;
  expect(emirates.name).toBe("United Arab Emirates");

  const traveller = await signIn(server);
  const request = await traveller.do(documents.createVisaRequest, { visaId: emirates.leadVisa.visaId });
  const { visaRequestId } = request;
  expect(request).toMatchObject({
    visaRequestStatus: "PENDING",
    paymentStatus: "PENDING",
    noOfApplicants: 1,
    totalPrice: emirates.leadVisa.priceSummary.total,
    timeline: [{ status: "PENDING" }],
  });
  expect(request.visaReferenceNo).toMatch(/^VP-[1-9A-Z]{4}-[1-9A-Z]{4}-[1-9A-Z]$/);

  for (const firstName of ["Asha", "Vikram"])
    await traveller.do(
      documents.createVisaApplicant,
      { visaRequestId, ...makeDetails({ firstName }) },
      await makeApplicantFiles(),
    );
  const order = await traveller.do(documents.createPaymentOrder, { visaRequestId });
  expect(order).toMatchObject({
    amount: 2 * request.totalPrice * 100,
    currency: "INR",
    description: "Visa Booking Fee",
  });

  const proof = await payInSandbox(server, order.orderId);
  const paid = await traveller.do(documents.confirmPayment, { visaRequestId, ...toConfirmation(proof) });
  expect(paid).toMatchObject({
    visaRequestStatus: "SUBMITTED",
    paymentStatus: "PAID",
    paymentGateway: "RAZORPAY",
    paymentGatewayNo: proof.razorpay_payment_id,
    noOfApplicants: 2,
    timeline: [{ status: "PENDING" }, { status: "SUBMITTED" }],
  });

  await server.restart("SIGKILL");
  traveller.request = paid;
  const afterRestart = await traveller.readRequest();
  expect(afterRestart.visaApplicants.map(({ firstName }: { firstName: string }) => firstName)).toEqual([
    "Asha",
    "Vikram",
  ]);
  expect(afterRestart.visaRequestStatus).toBe("SUBMITTED");
});
