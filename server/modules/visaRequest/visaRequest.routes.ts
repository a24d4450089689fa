import { notFound } from "../../errors";
import type { RestRoute } from "../../rest/restRoute";
import type { Services } from "../../services";
import { requireSession, type Viewer } from "../../viewer";
import { toRestApplicant } from "../applicant/applicant.routes";
import type { VisaRequestEntity } from "./visaRequest.entity";

export function visaRequestRoutes(services: Services): RestRoute[] {
  const { visaRequests, payments } = services;
  return [
    {
      method: "POST",
      url: "/api/visaRequest/Create",
      // Prices, states and owner come in the form too; they are ours, so they are not read (design decision 3).
      handle: async ({ viewer, parameters, idempotencyKey }) => {
        const { visaRequestId } = await visaRequests.create(viewer, {
          visaId: parameters.get("visaId"),
          travelDate: parameters.find("travelDate") || null,
          idempotencyKey,
        });
        return { data: visaRequestId };
      },
    },
    {
      method: "GET",
      url: "/api/visaRequest/GetByUserId",
      handle: async ({ viewer, parameters }) => {
        if (parameters.get("id") !== requireSession(viewer).userId) throw notFound();
        return { data: await toRestRequests(services, viewer, await visaRequests.listMine(viewer)) };
      },
    },
    {
      method: "GET",
      url: "/api/visaRequest/:visaRequestId",
      handle: async ({ viewer, parameters }) => {
        const request = await visaRequests.getRequest(viewer, parameters.get("visaRequestId"));
        const [data] = await toRestRequests(services, viewer, [request]);
        return { data };
      },
    },
    {
      method: "PUT",
      url: "/api/visaRequest",
      handle: async ({ viewer, parameters }) => {
        const visaRequestId = parameters.get("visaRequestId");
        const paid = await payments.confirmByPaymentId(
          viewer,
          visaRequestId,
          parameters.get("paymentGatewayNo"),
        );
        const [data] = await toRestRequests(services, viewer, [paid]);
        return { data };
      },
    },
  ];
}

/** Requests as spec §3 has them, with their travellers; what is only ours to know stays here. */
async function toRestRequests(services: Services, viewer: Viewer, requests: readonly VisaRequestEntity[]) {
  const applicants = await services.applicants.listOf(requests.map(({ visaRequestId }) => visaRequestId));
  return requests.map(
    ({ childPrice: _child, serviceFeeRate: _rate, gstPercent: _gst, priceVersion: _price, ...request }) => ({
      ...request,
      visaApplicants: applicants
        .filter(({ visaRequestId }) => visaRequestId === request.visaRequestId)
        .map((applicant) => toRestApplicant(services, viewer, applicant)),
    }),
  );
}
