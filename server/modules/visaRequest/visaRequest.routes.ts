import { z } from "zod";
import { DomainError, notFound } from "../../core/errors";
import { absent, dataResponse } from "../../platform/rest/responses";
import { restRoute, type RestRoute } from "../../platform/rest/restRoute";
import { requireSession } from "../../core/principal";
import type { RestRequests } from "./visaRequest.rest";
import { maxReferenceLength } from "./partnerOrigin.rules";
import { maxListedRequests, maxOpenRequests } from "./visaRequest.rules";
import type { VisaRequestService } from "./visaRequest.service";

/** `rest` serialises requests with their applicants. */
export function visaRequestRoutes<Shape>(
  { visaRequests }: { visaRequests: VisaRequestService },
  rest: RestRequests<Shape>,
): RestRoute[] {
  return [
    creation(visaRequests),
    restRoute({
      method: "GET",
      url: "/api/visaRequest/GetByUserId",
      action: "myVisaRequests",
      operationId: "getVisaRequests",
      summary: "The caller's applications",
      description:
        `Lists the newest ${maxListedRequests} applications, newest first. The GraphQL query \`myVisaRequests\` returns all of them in pages. ` +
        "Accepts only the caller's id; other ids give 404.",
      place: "query",
      parameters: { id: z.uuid().describe("The caller's `userId`.") },
      response: dataResponse(
        z.array(rest.schema).max(maxListedRequests).describe("The applications, newest first."),
      ),
      errorResponses: { 404: absent.caller },
      handle: async ({ caller, parameters }) => {
        if (parameters.getId("id") !== requireSession(caller).userId) throw notFound();
        return { data: await rest.show(caller, await visaRequests.listMine(caller)) };
      },
    }),
    restRoute({
      method: "GET",
      url: "/api/visaRequest/:visaRequestId",
      action: "visaRequest",
      operationId: "getVisaRequest",
      summary: "One application",
      description: "Returns one of the caller's applications with its applicants.",
      place: "query",
      parameters: { visaRequestId: z.uuid().describe("The `visaRequestId` of the application.") },
      response: dataResponse(rest.schema),
      errorResponses: { 404: absent.request },
      handle: async ({ caller, parameters }) => {
        const request = await visaRequests.getRequest(caller, parameters.getId("visaRequestId"));
        return { data: (await rest.show(caller, [request]))[0]! };
      },
    }),
  ];
}

function creation(visaRequests: VisaRequestService): RestRoute {
  return restRoute({
    method: "POST",
    url: "/api/visaRequest/Create",
    action: "createVisaRequest",
    operationId: "createVisaRequest",
    summary: "Create an application",
    description:
      "Creates an application for a visa, to which applicants are then added. The server sets prices, dates, " +
      "reference number, owner and status. Values sent for them are accepted and ignored (`visaRequestId`, `leadSource`, `visaName`, " +
      "`countryName`, `pricePerApplicant`, `netPrice`, `serviceFee`, `gst`, `totalPrice`, `expectedDate`, " +
      "`noOfApplicants`, `userId`, `email`, `mobile`, `visaRequestStatus`, `paymentStatus`); a partner's key states the " +
      "traveller with `mobile` and `email`.",
    place: "body",
    parameters: {
      visaId: z.uuid().describe("The visa to apply for."),
      travelDate: z.iso
        .date()
        .optional()
        .describe("The travel date, YYYY-MM-DD, not in the past; today in India if omitted."),
      mobile: z
        .string()
        .optional()
        .describe("The traveller's mobile number. Required with a key, otherwise ignored."),
      email: z.string().optional().describe("The traveller's e-mail address. Ignored without a key."),
      externalReference: z
        .string()
        .optional()
        .describe(
          `The partner's own name for the application, 1 to ${maxReferenceLength} characters, unique. Ignored without a key.`,
        ),
    },
    takesKey: true,
    response: dataResponse(z.uuid().describe("The `visaRequestId` of the new application.")),
    errorResponses: {
      404: absent.visa,
      409: `The idempotency key was already used with other values, the caller has ${maxOpenRequests} unpaid applications, or another application of the partner has the reference.`,
    },
    handle: async ({ caller, parameters, idempotencyKey }) => {
      const creating = visaRequests.create(caller, {
        visaId: parameters.getId("visaId"),
        travelDate: parameters.find("travelDate") || null,
        idempotencyKey,
        ...(caller.kind === "partner" && {
          contact: { mobile: parameters.find("mobile") ?? "", email: parameters.find("email") ?? null },
          externalReference: parameters.find("externalReference") ?? null,
        }),
      });
      const { request } = await creating.catch(throwWithParameters);
      return { data: request.visaRequestId };
    },
  });
}

function throwWithParameters(error: unknown): never {
  throw error instanceof DomainError ? error.withFields((field) => field.replace(/^contact\./, "")) : error;
}
