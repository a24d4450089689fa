import { z } from "zod";
import { notFound } from "../../errors";
import { absent, dataAnswer } from "../../rest/answers";
import { restRoute, type RestRoute } from "../../rest/restRoute";
import type { Services } from "../../services";
import { requireSession, type Viewer } from "../../viewer";
import type { VisaRequestEntity } from "./visaRequest.entity";
import { restRequest, toRestRequests } from "./visaRequest.rest";

export function visaRequestRoutes(services: Services): RestRoute[] {
  const { visaRequests, payments } = services;
  const toRestRequest = async (viewer: Viewer, request: VisaRequestEntity) =>
    (await toRestRequests(services, viewer, [request]))[0]!;
  return [
    restRoute({
      method: "POST",
      url: "/api/visaRequest/Create",
      operationId: "createVisaRequest",
      summary: "Start a request",
      description:
        "Starts a request for a visa; travellers are added to it afterwards. The server makes prices, dates, " +
        "reference number, owner and states: what is sent for them (`visaRequestId`, `leadSource`, `visaName`, " +
        "`countryName`, `pricePerApplicant`, `netPrice`, `serviceFee`, `gst`, `totalPrice`, `expectedDate`, " +
        "`noOfApplicants`, `userId`, `email`, `mobile`, `visaRequestStatus`, `paymentStatus`) is read and ignored.",
      place: "body",
      parameters: {
        visaId: z.uuid().describe("The visa that is asked for."),
        travelDate: z.iso
          .date()
          .optional()
          .describe("The day of travel, YYYY-MM-DD, not in the past; today in India where it is left out."),
      },
      takesKey: true,
      answer: dataAnswer(z.uuid().describe("The `visaRequestId` of the new request.")),
      refusals: {
        404: absent.visa,
        409: "The key was used before with other values.",
      },
      handle: async ({ viewer, parameters, idempotencyKey }) => {
        const { visaRequestId } = await visaRequests.create(viewer, {
          visaId: parameters.get("visaId"),
          travelDate: parameters.find("travelDate") || null,
          idempotencyKey,
        });
        return { data: visaRequestId };
      },
    }),
    restRoute({
      method: "GET",
      url: "/api/visaRequest/GetByUserId",
      operationId: "getVisaRequests",
      summary: "The caller's requests",
      description: "Newest first. Only the caller's own: another's are not found.",
      place: "query",
      parameters: { id: z.uuid().describe("The caller's `userId`.") },
      answer: dataAnswer(z.array(restRequest).describe("The requests, newest first.")),
      refusals: { 404: absent.caller },
      handle: async ({ viewer, parameters }) => {
        if (parameters.get("id") !== requireSession(viewer).userId) throw notFound();
        return { data: await toRestRequests(services, viewer, await visaRequests.listMine(viewer)) };
      },
    }),
    restRoute({
      method: "GET",
      url: "/api/visaRequest/:visaRequestId",
      operationId: "getVisaRequest",
      summary: "One request",
      description: "A request of the caller's, with its travellers.",
      place: "query",
      parameters: { visaRequestId: z.uuid().describe("The `visaRequestId` of the request.") },
      answer: dataAnswer(restRequest),
      refusals: { 404: absent.request },
      handle: async ({ viewer, parameters }) => {
        const request = await visaRequests.getRequest(viewer, parameters.get("visaRequestId"));
        return { data: await toRestRequest(viewer, request) };
      },
    }),
    restRoute({
      method: "PUT",
      url: "/api/visaRequest",
      operationId: "confirmPayment",
      summary: "Confirm the payment of a request",
      description:
        "Looks the payment up at the gateway; where it is a captured payment of this request's order and total, the " +
        "request becomes SUBMITTED and PAID. Sent again, it gives the same answer. All other fields of a request " +
        "that are sent are read and ignored.",
      place: "body",
      parameters: {
        visaRequestId: z.uuid().describe("The request that was paid for."),
        paymentGatewayNo: z.string().describe("Razorpay's id of the payment, `pay_…`."),
      },
      answer: dataAnswer(restRequest),
      refusals: {
        402: "The gateway knows of no captured payment of this id for this request's order and total. Nothing changed.",
        404: absent.request,
        409: "The money came for an earlier total, a second time, or for an application that is given up; it is returned.",
        503: "The payment provider does not answer, or there are too many uploads at the moment.",
      },
      handle: async ({ viewer, parameters }) => {
        const visaRequestId = parameters.get("visaRequestId");
        const paymentId = parameters.get("paymentGatewayNo");
        const paid = await payments.confirmByPaymentId(viewer, visaRequestId, paymentId);
        return { data: await toRestRequest(viewer, paid) };
      },
    }),
  ];
}
