import type { TestFile } from "../../kit/wire/callApi";

/** A file that is sent, and the hash of the server's version of it, recorded before the first fault. */
export interface KnownFile {
  file: TestFile;
  /** SHA-256 of the download, in hex. */
  served: string;
}

export interface ApplicantModel {
  visaApplicantId: string;
  firstName: string;
  passportNumber: string;
  photo: KnownFile;
  papers: KnownFile[];
}

export interface RequestModel {
  visaRequestId: string;
  status: "PENDING" | "SUBMITTED" | "CANCELLED";
  applicants: Map<string, ApplicantModel>;
  /** The order for the current price, if there is one. */
  orderId?: string;
  paymentId?: string;
}

/** The test's model of everything that was acknowledged to one person. */
export interface PersonModel {
  phoneNumber: string;
  token: string;
  name: string;
  requests: Map<string, RequestModel>;
  /** Tokens that were logged out. */
  endedTokens: string[];
}

/** An order is valid only while the applicants of its request stay the same. */
export function priceChanged(request: RequestModel): void {
  delete request.orderId;
}
