import { randomUUID } from "node:crypto";
import { toForm } from "../stories/applicants";
import { makeSmallFiles, type PassportFiles } from "../personas/applicantFiles";
import { callRest } from "./callApi";
import type { RestCountry, RestVisa } from "./restShapes";
import { signInByRest, type RestTraveller } from "../personas/restTraveller";
import { makeDetails, newPhoneNumber, payInSandbox } from "../personas/traveller";
import type { RunningServer } from "../server/runningServer";
import { daysAhead } from "../server/clock";

export type Params = Record<string, string>;

/** A traveller with everything that the routes need. */
export interface Scene {
  server: RunningServer;
  traveller: RestTraveller;
  stranger: RestTraveller;
  files: PassportFiles;
  country: RestCountry;
  visa: RestVisa;
  /** An unpaid application with one applicant. */
  openId: string;
  /** A paid application and its payment. */
  paidId: string;
  paymentId: string;
}

export async function setScene(server: RunningServer): Promise<Scene> {
  const [traveller, stranger] = [await signInByRest(server), await signInByRest(server)];
  const files = await makeSmallFiles();
  const country = (await callRest<RestCountry>(server, "GET", "/api/visa/getbycountry?countryurl=vietnam"))
    .body.data;
  const [visa] = country.visas;
  const newRequest = async (): Promise<string> => {
    const json = { visaId: visa.visaId };
    const { data: visaRequestId } = (await traveller.post<string>("/api/visaRequest/Create", { json })).body;
    const form = toForm({ visaRequestId, ...makeDetails() }, files);
    await traveller.post("/api/VisaApplicant/Create", { form });
    return visaRequestId;
  };
  const [openId, paidId] = [await newRequest(), await newRequest()];
  const { response } = (await traveller.post(`/api/Payment/Process?visaRequestId=${paidId}`)).body;
  const { razorpay_payment_id: paymentId } = await payInSandbox(server, response.id);
  return { server, traveller, stranger, files, country, visa, openId, paidId, paymentId };
}

/** A call that succeeds and can be repeated. */
export interface RightCall {
  params: (scene: Scene) => Promise<Params> | Params;
  withFiles?: true;
  /** Parameters without which the call cannot succeed, except those of the path. */
  mandatory?: string[];
  /** Values that cause a 404, because no object has them. */
  absent?: Params;
  /** True if the body is signed and does not contain parameters. */
  isSigned?: true;
  /** True if the call is about an object that the traveller owns. */
  isOwned?: true;
}

/** Calls by method and path of the document; a route without an entry fails its test. */
export const rightCalls: Record<string, RightCall> = {
  "POST /api/home/userotp": {
    params: () => ({ phoneNumber: newPhoneNumber(), userType: "Customer" }),
    mandatory: ["phoneNumber"],
  },
  "POST /api/home/verifyotp": {
    params: async ({ server }) => {
      const phoneNumber = newPhoneNumber();
      await callRest(server, "POST", "/api/home/userotp", { json: { phoneNumber } });
      return { phoneNumber, otp: await server.readCode(phoneNumber), userType: "Customer" };
    },
    mandatory: ["phoneNumber", "otp"],
  },
  "GET /api/visa/gettop": { params: () => ({ first: "3" }) },
  "GET /api/visa/getall": { params: () => ({}) },
  "GET /api/visa/getbycountry": {
    params: ({ country }) => ({ countryurl: country.countryUrl }),
    mandatory: ["countryurl"],
    absent: { countryurl: "atlantis" },
  },
  "GET /api/visa/getbycountryid": {
    params: ({ country }) => ({ visaCountryId: country.visaCountryId }),
    mandatory: ["visaCountryId"],
    absent: { visaCountryId: randomUUID() },
  },
  "GET /api/visa/{visa}": {
    params: ({ visa }) => ({ visa: visa.visaUrl }),
    absent: { visa: "atlantis-30-days" },
  },
  "POST /api/visaRequest/Create": {
    params: ({ visa }) => ({ visaId: visa.visaId, travelDate: daysAhead(60) }),
    mandatory: ["visaId"],
    absent: { visaId: randomUUID() },
  },
  "GET /api/visaRequest/GetByUserId": {
    params: ({ traveller }) => ({ id: traveller.userId }),
    mandatory: ["id"],
    absent: { id: randomUUID() },
    isOwned: true,
  },
  "GET /api/visaRequest/{visaRequestId}": {
    params: ({ openId }) => ({ visaRequestId: openId }),
    absent: { visaRequestId: randomUUID() },
    isOwned: true,
  },
  "PUT /api/visaRequest": {
    params: ({ paidId, paymentId }) => ({ visaRequestId: paidId, paymentGatewayNo: paymentId }),
    mandatory: ["visaRequestId", "paymentGatewayNo"],
    absent: { visaRequestId: randomUUID() },
    isOwned: true,
  },
  "POST /api/VisaApplicant/Create": {
    // Contains all fields of the document, so that a test can send each of them twice.
    params: ({ openId }) => ({
      visaRequestId: openId,
      ...(makeDetails() as Params),
      travelerType: "ADULT",
      nationality: "INDIAN",
      passportCountry: "INDIA",
    }),
    mandatory: [
      "visaRequestId",
      "firstName",
      "lastName",
      "gender",
      "dateOfBirth",
      "passportNumber",
      "passportIssueDate",
      "passportExpireDate",
      "profileFile",
      "passportFrontFile",
      "passportBackFile",
    ],
    withFiles: true,
    absent: { visaRequestId: randomUUID() },
    isOwned: true,
  },
  "GET /api/VisaApplicant/GetByVisaRequest": {
    params: ({ openId }) => ({ visaRequestId: openId, id: openId }),
    absent: { visaRequestId: randomUUID() },
    isOwned: true,
  },
  "POST /api/Payment/Process": {
    params: ({ openId }) => ({ Amount: "1", PayRequest: "RAZORPAY", visaRequestId: openId }),
    absent: { visaRequestId: randomUUID() },
    isOwned: true,
  },
  "POST /api/payment/webhook": { params: () => ({}), isSigned: true },
  "GET /api/user/{userId}": {
    params: ({ traveller }) => ({ userId: traveller.userId }),
    absent: { userId: randomUUID() },
    isOwned: true,
  },
  "PUT /api/user": {
    params: ({ traveller: { userId, phoneNumber } }) => ({
      userId,
      name: "Asha",
      email: "asha@example.com",
      phoneNumber,
    }),
    mandatory: ["name", "phoneNumber"],
    absent: { userId: randomUUID() },
    isOwned: true,
  },
};
