import { randomInt } from "node:crypto";
import { makePhoneJpeg, makePng } from "../../../modules/file/testing/makeImage";
import { makePdf } from "../../../modules/file/testing/makePdf";
import { callGraphql, type GraphqlAnswer, type Json, type TestFile } from "../wire/callApi";
import * as documents from "../wire/documents";
import type { RunningServer } from "../server/runningServer";

/** An Indian mobile number that no other traveller of the run has: nine digits at random are enough for that. */
export function newPhoneNumber(): string {
  return `+918${String(randomInt(1_000_000_000)).padStart(9, "0")}`;
}

/** Somebody who has signed in with the code from the outbox. */
export class Traveller {
  readonly server: RunningServer;
  readonly phoneNumber: string;
  readonly token: string;
  readonly userId: string;
  /** The request of the story so far; see `signedInTraveller`. */
  request: Json;
  /** The order of the story so far. */
  order: Json;

  constructor(server: RunningServer, phoneNumber: string, session: Json) {
    this.server = server;
    this.phoneNumber = phoneNumber;
    this.token = session.token;
    this.userId = session.user.userId;
  }

  call(
    query: string,
    variables: Record<string, unknown> = {},
    files?: Record<string, TestFile>,
  ): Promise<GraphqlAnswer> {
    return callGraphql(this.server, query, { variables, token: this.token, files });
  }

  /** Runs a mutation that has to go well, and answers with the thing it changed. */
  async do(query: string, input: Record<string, unknown>, files?: Record<string, TestFile>): Promise<Json> {
    const { data, errors } = await this.call(query, { input }, files);
    const [payload] = Object.values<Json>(data ?? {});
    if (errors || !payload || payload.userErrors.length > 0)
      throw new Error(`A mutation failed: ${JSON.stringify(errors ?? payload)}`);
    const { userErrors: _none, ...things } = payload;
    return Object.values(things)[0];
  }

  /** The request of the story as it is now. */
  async readRequest(): Promise<Json> {
    const { visaRequestId } = this.request;
    return (await this.call(documents.visaRequest, { visaRequestId })).data.visaRequest;
  }
}

/** Signs somebody in; a new number where none is given. */
export async function signIn(server: RunningServer, phoneNumber = newPhoneNumber()): Promise<Traveller> {
  await callGraphql(server, documents.requestOtp, { variables: { input: { phoneNumber } } });
  const otp = await server.readCode(phoneNumber);
  const { data } = await callGraphql(server, documents.verifyOtp, {
    variables: { input: { phoneNumber, otp } },
  });
  return new Traveller(server, phoneNumber, data.verifyOtp.session);
}

/** Real files for one applicant: a phone's JPEG with EXIF and GPS, a JPEG, a PNG, and two PDFs. */
export async function makeApplicantFiles(): Promise<Record<string, TestFile>> {
  const jpeg = (name: string, bytes: Uint8Array) => ({ name, type: "image/jpeg", bytes });
  const pdf = (name: string) => ({ name, type: "application/pdf", bytes: makePdf({ pages: 1, text: name }) });
  return {
    "input.profileFile": jpeg("me.jpg", await makePhoneJpeg({ width: 900, height: 1200 })),
    "input.passportFrontFile": jpeg("front.jpg", await makePhoneJpeg({ width: 1500, height: 1060 })),
    "input.passportBackFile": {
      name: "back.png",
      type: "image/png",
      bytes: await makePng({ width: 1000, height: 700 }),
    },
    "input.documentFiles.0": pdf("ticket.pdf"),
    "input.documentFiles.1": pdf("hotel.pdf"),
  };
}

/**
 * Passports that no other suite of this server uses: it began in another second. Seven digits hold 9,000 seconds of
 * suites with up to 1,000 passports each.
 */
let nextPassport = (Math.floor(Date.now() / 1000) % 9_000) * 1_000 + 1_000_000;

/** The details of an adult with a passport of their own. */
export function makeDetails(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    title: "Mrs.",
    firstName: "Asha",
    lastName: "Rao",
    gender: "FEMALE",
    dateOfBirth: "1990-05-14",
    passportNumber: `Z${nextPassport++}`,
    passportIssueDate: "2020-01-15",
    passportExpireDate: "2030-01-14",
    comments: "First trip",
    ...changes,
  };
}

/**
 * A traveller and what they have done so far, as a sentence:
 * `await signedInTraveller(server).withRequest("bahrain-…").withApplicant().paid()`.
 */
export function signedInTraveller(server: RunningServer): Story {
  return new Story(() => signIn(server));
}

/** The story of somebody, told on: `await storyOf(traveller).paid()`. */
export function storyOf(traveller: Traveller): Story {
  return new Story(async () => traveller);
}

class Story implements PromiseLike<Traveller> {
  readonly #tell: () => Promise<Traveller>;

  constructor(tell: () => Promise<Traveller>) {
    this.#tell = tell;
  }

  withRequest(visaUrl = "vietnam-30-days-single-entry"): Story {
    return this.#and(async (traveller) => {
      const { data } = await traveller.call(documents.visaId, { visaUrl });
      traveller.request = await traveller.do(documents.createVisaRequest, { visaId: data.visa.visaId });
    });
  }

  withApplicant(changes: Record<string, unknown> = {}): Story {
    return this.#and(async (traveller) => {
      const { visaRequestId } = traveller.request;
      const files = await makeApplicantFiles();
      await traveller.do(documents.createVisaApplicant, { visaRequestId, ...makeDetails(changes) }, files);
      traveller.request = await traveller.readRequest();
    });
  }

  withOrder(): Story {
    return this.#and(async (traveller) => {
      const { visaRequestId } = traveller.request;
      traveller.order = await traveller.do(documents.createPaymentOrder, { visaRequestId });
    });
  }

  paid(): Story {
    return this.withOrder().#and(async (traveller) => {
      const { visaRequestId } = traveller.request;
      const proof = await payInSandbox(traveller.server, traveller.order.orderId);
      traveller.request = await traveller.do(documents.confirmPayment, {
        visaRequestId,
        ...toConfirmation(proof),
      });
    });
  }

  then<A, B>(
    onDone?: ((traveller: Traveller) => A | PromiseLike<A>) | null,
    onFailed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#tell().then<A, B>(onDone, onFailed);
  }

  #and(step: (traveller: Traveller) => Promise<void>): Story {
    return new Story(async () => {
      const traveller = await this.#tell();
      await step(traveller);
      return traveller;
    });
  }
}

/** What the checkout would hand to the page (contract §4). */
export async function payInSandbox(
  server: RunningServer,
  orderId: string,
  outcome: "success" | "failure" | "authorized" | "webhook_only" = "success",
): Promise<Json> {
  const response = await fetch(`${server.url}/razorpay-sandbox/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ order_id: orderId, outcome }),
  });
  return response.json();
}

/** The checkout's answer as `confirmPayment` wants it. */
export function toConfirmation(proof: Json) {
  return {
    razorpayOrderId: proof.razorpay_order_id,
    razorpayPaymentId: proof.razorpay_payment_id,
    razorpaySignature: proof.razorpay_signature,
  };
}
