import { z } from "zod";
import { notFound } from "../../core/errors";
import { absent, dataResponse } from "../../platform/rest/responses";
import { restRoute, type RestRoute } from "../../platform/rest/restRoute";
import type { Services } from "../../app/services";
import { requireSession } from "../../core/viewer";
import type { RestRequests } from "./visaRequest.rest";
import { maxListedRequests, maxOpenRequests } from "./visaRequest.rules";

/** `rest` serialises requests with their applicants. */
export function visaRequestRoutes<Shape>({ visaRequests }: Services, rest: RestRequests<Shape>): RestRoute[] {
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
      response: dataResponse(z.uuid().describe("The `visaRequestId` of the new request.")),
      errorResponses: {
        404: absent.visa,
        409: `The key was used before with other values; or ${maxOpenRequests} requests of the caller are not paid for yet.`,
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
      description:
        `The newest ${maxListedRequests}, newest first; \`myVisaRequests\` of GraphQL gives all of them, by pages. ` +
        "Only the caller's own: another's are not found.",
      place: "query",
      parameters: { id: z.uuid().describe("The caller's `userId`.") },
      response: dataResponse(
        z.array(rest.schema).max(maxListedRequests).describe("The requests, newest first."),
      ),
      errorResponses: { 404: absent.caller },
      handle: async ({ viewer, parameters }) => {
        if (parameters.get("id") !== requireSession(viewer).userId) throw notFound();
        return { data: await rest.show(viewer, await visaRequests.listMine(viewer)) };
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
      response: dataResponse(rest.schema),
      errorResponses: { 404: absent.request },
      handle: async ({ viewer, parameters }) => {
        const request = await visaRequests.getRequest(viewer, parameters.get("visaRequestId"));
        return { data: (await rest.show(viewer, [request]))[0]! };
      },
    }),
  ];
}
