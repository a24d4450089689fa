import { z } from "zod";
import { absent, dataResponse } from "../../../platform/rest/responses";
import { restRoute, type RestRoute } from "../../../platform/rest/restRoute";
import type { Services } from "../../../app/services";
import type { RestRequests } from "../../visaRequest/visaRequest.rest";

/** `rest` shows requests with their applicants. */
export function settlementRoutes<Shape>({ confirmations }: Services, rest: RestRequests<Shape>): RestRoute[] {
  return [
    restRoute({
      method: "PUT",
      url: "/api/visaRequest",
      operationId: "confirmPayment",
      summary: "Confirm the payment of a request",
      description:
        "Looks the payment up at the gateway; where it is a captured payment of this request's order and total, the " +
        "request becomes SUBMITTED and PAID. Sent again, it gives the same response. All other fields of a request " +
        "that are sent are read and ignored.",
      place: "body",
      parameters: {
        visaRequestId: z.uuid().describe("The request that was paid for."),
        paymentGatewayNo: z.string().describe("Razorpay's id of the payment, `pay_…`."),
      },
      response: dataResponse(rest.schema),
      errorResponses: {
        402: "The gateway knows of no captured payment of this id for this request's order and total. Nothing changed.",
        404: absent.request,
        409: "The money came for an earlier total, a second time, or for an application that is cancelled; it is refunded.",
        503: "The payment provider does not respond, or there are too many uploads at the moment.",
      },
      handle: async ({ viewer, parameters }) => {
        const visaRequestId = parameters.get("visaRequestId");
        const paymentId = parameters.get("paymentGatewayNo");
        const paid = await confirmations.confirmByPaymentId(viewer, visaRequestId, paymentId);
        return { data: (await rest.show(viewer, [paid]))[0]! };
      },
    }),
  ];
}
