import { callRest, type RestAnswer, type RestOptions } from "../wire/callApi";
import type { RunningServer } from "../server/runningServer";
import { newPhoneNumber } from "./traveller";

/** A person who signed in through the documented REST paths. */
export class RestTraveller {
  constructor(
    readonly server: RunningServer,
    readonly phoneNumber: string,
    readonly token: string,
    readonly userId: string,
  ) {}

  get<Data = unknown>(path: string): Promise<RestAnswer<Data>> {
    return callRest<Data>(this.server, "GET", path, { token: this.token });
  }

  post<Data = unknown>(path: string, body: RestOptions = {}): Promise<RestAnswer<Data>> {
    return callRest<Data>(this.server, "POST", path, { token: this.token, ...body });
  }

  put<Data = unknown>(path: string, body: RestOptions): Promise<RestAnswer<Data>> {
    return callRest<Data>(this.server, "PUT", path, { token: this.token, ...body });
  }
}

/** Signs in as the client in the specification does, by default with a new number. */
export async function signInByRest(
  server: RunningServer,
  phoneNumber = newPhoneNumber(),
): Promise<RestTraveller> {
  const query = `phoneNumber=${encodeURIComponent(phoneNumber)}&userType=Customer`;
  await callRest(server, "POST", `/api/home/userotp?${query}`);
  const otp = await server.readCode(phoneNumber);
  const { body } = await callRest(server, "POST", `/api/home/verifyotp?${query}&otp=${otp}`);
  return new RestTraveller(server, phoneNumber, body.token, body.userId);
}

const emptyGuid = "00000000-0000-0000-0000-000000000000";

/**
 * Returns the form with which the client in the specification creates a request. Prices, state and owner are forged;
 * the server must ignore them.
 */
export function requestForm(
  visa: { visaId: string },
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    visaRequestId: emptyGuid,
    visaId: visa.visaId,
    leadSource: "FORGED",
    visaName: "Forged",
    countryName: "Forged",
    pricePerApplicant: 1,
    netPrice: 1,
    serviceFee: 0,
    gst: 0,
    totalPrice: 1,
    expectedDate: "2020-01-01",
    noOfApplicants: 9,
    userId: emptyGuid,
    email: "forged@example.com",
    mobile: "+919999999999",
    visaRequestStatus: "APPROVED",
    paymentStatus: "PAID",
    ...changes,
  };
}

/**
 * Returns the form with which the client in the specification reports a payment. The server must ignore the claimed
 * outcome; only the payment id counts.
 */
export function paymentForm(visaRequestId: string, paymentGatewayNo: string): Record<string, unknown> {
  return {
    visaRequestId,
    visaId: emptyGuid,
    visaName: "Forged",
    countryName: "Forged",
    pricePerApplicant: 1,
    netPrice: 1,
    serviceFee: 0,
    gst: 0,
    totalPrice: 1,
    travelDate: "2020-01-01",
    noOfApplicants: 9,
    paymentGateway: "FORGED",
    paymentGatewayNo,
    visaRequestStatus: "APPROVED",
    paymentStatus: "PAID",
  };
}
