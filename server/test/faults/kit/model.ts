import type { TestFile } from "../../kit/wire/callApi";

/** A file that was sent, and the hash that the server's form of it has (learnt before the first fault). */
export interface KnownFile {
  file: TestFile;
  /** SHA-256 of what a download gives, hex. */
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
  /** The order for the present price, where one was handed out. */
  orderId?: string;
  paymentId?: string;
}

/** Everything that one person was told is done; the test's own side of the story. */
export interface PersonModel {
  phoneNumber: string;
  token: string;
  name: string;
  requests: Map<string, RequestModel>;
  /** Tokens that were logged out. */
  endedTokens: string[];
}

/** The order of a request counts while its travellers stay the same. */
export function priceChanged(request: RequestModel): void {
  delete request.orderId;
}
