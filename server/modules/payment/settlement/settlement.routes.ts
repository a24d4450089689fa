import { z } from "zod";
import { absent, dataResponse } from "../../../platform/rest/responses";
import { restRoute, type RestRoute } from "../../../platform/rest/restRoute";
import type { RestRequests } from "../../visaRequest/visaRequest.rest";
import type { ConfirmationService } from "./confirmation.service";

/** `rest` converts requests and their applicants to the REST shape. */
export function settlementRoutes<Shape>(
  { confirmations }: { confirmations: ConfirmationService },
  rest: RestRequests<Shape>,
): RestRoute[] {
  return [
    restRoute({
      method: "PUT",
      url: "/api/visaRequest",
      action: "confirmPayment",
      operationId: "confirmPayment",
      summary: "Confirm the payment of an application",
      description:
        "Looks up the payment at the gateway. If it is a captured payment for this application's order and total, the " +
        "application becomes SUBMITTED and PAID. A repeated call returns the same response. Other fields of the " +
        "application are accepted and ignored.",
      place: "body",
      parameters: {
        visaRequestId: z.uuid().describe("The paid application."),
        paymentGatewayNo: z.string().describe("Razorpay's payment id, `pay_…`."),
      },
      response: dataResponse(rest.schema),
      errorResponses: {
        402: "The gateway has no captured payment with this id for this application's order and total. Nothing was changed.",
        404: absent.request,
        409: "The payment is a duplicate, or was made for an earlier total or a cancelled application. It is refunded.",
        503: "The payment provider does not respond, or too many uploads are in progress.",
      },
      handle: async ({ caller, parameters }) => {
        const visaRequestId = parameters.getId("visaRequestId");
        const paymentId = parameters.get("paymentGatewayNo");
        const paid = await confirmations.confirmByPaymentId(caller, visaRequestId, paymentId);
        return { data: (await rest.show(caller, [paid]))[0]! };
      },
    }),
  ];
}
