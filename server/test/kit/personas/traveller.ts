import { consentVersion } from "../../../modules/consent/consent.rules";
import { yearsAgo } from "../server/clock";
import { randomInt } from "node:crypto";
import type { TypedDocumentNode } from "@apollo/client";
import { callGraphql, type GraphqlAnswer, type TestFile } from "../wire/callApi";
import type { ChangedBy, DataOf, LooseVariables, Read, UserError } from "../wire/read";
import * as documents from "../documents";
import type { RunningServer } from "../server/runningServer";
import { makeSmallFiles } from "./applicantFiles";

/** Returns an Indian mobile number. Nine random digits are enough to be unique in a run. */
export function newPhoneNumber(): string {
  return `+918${String(randomInt(1_000_000_000)).padStart(9, "0")}`;
}

/** A visa request as its owner reads it. */
export type VisaRequest = DataOf<typeof documents.visaRequest>["visaRequest"];
/** An applicant of a visa request. */
export type VisaApplicant = VisaRequest["visaApplicants"][number];
/** The input of Razorpay's checkout. */
export type PaymentOrder = DataOf<typeof documents.createPaymentOrder>["createPaymentOrder"]["order"];

/** A person who signed in with the code from the outbox. */
export class Traveller {
  readonly server: RunningServer;
  readonly phoneNumber: string;
  readonly token: string;
  readonly userId: string;
  /** The request of the story so far; see `signedInTraveller`. */
  request!: VisaRequest;
  /** The order of the story so far. */
  order!: PaymentOrder;

  constructor(
    server: RunningServer,
    phoneNumber: string,
    { token, user }: { token: string; user: { userId: string } },
  ) {
    this.server = server;
    this.phoneNumber = phoneNumber;
    this.token = token;
    this.userId = user.userId;
  }

  /** Sends one operation; for an operation as text, the caller states the type of its data. */
  call<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables?: LooseVariables<Variables>,
    files?: Record<string, TestFile>,
  ): Promise<GraphqlAnswer<Read<Data>>>;
  call<Data = unknown>(
    text: string,
    variables?: Record<string, unknown>,
    files?: Record<string, TestFile>,
  ): Promise<GraphqlAnswer<Data>>;
  call(
    operation: TypedDocumentNode<unknown, Record<string, unknown>> | string,
    variables: Record<string, unknown> = {},
    files?: Record<string, TestFile>,
  ): Promise<GraphqlAnswer<unknown>> {
    const options = { variables, token: this.token, files };
    return typeof operation === "string"
      ? callGraphql<unknown>(this.server, operation, options)
      : callGraphql(this.server, operation, options);
  }

  /** Runs a mutation that must succeed, and returns the object that it changed. */
  async do<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    input: Record<string, unknown>,
    files?: Record<string, TestFile>,
  ): Promise<ChangedBy<Data>> {
    const { data, errors } = await this.call(document, { input } as LooseVariables<Variables>, files);
    return getChanged<ChangedBy<Data>>(data, errors);
  }

  /** Reads the story's request again. */
  async readRequest(): Promise<VisaRequest> {
    const { visaRequestId } = this.request;
    return (await this.call(documents.visaRequest, { visaRequestId })).data.visaRequest;
  }
}

/** Returns the object that a mutation changed; throws if the mutation failed. */
export function getChanged<Changed>(data: object | null | undefined, errors?: unknown): Changed {
  const [payload] = Object.values((data ?? {}) as Record<string, { userErrors: UserError[] } | null>);
  if (errors || !payload || payload.userErrors.length > 0)
    throw new Error(`A mutation failed: ${JSON.stringify(errors ?? data)}`);
  const { userErrors: _none, ...things } = payload;
  return Object.values(things)[0] as Changed;
}

/** Signs a person in, by default with a new number. */
export async function signIn(server: RunningServer, phoneNumber = newPhoneNumber()): Promise<Traveller> {
  const ask = (deviceSolution?: string) =>
    callGraphql(server, documents.requestOtp, { variables: { input: { phoneNumber, deviceSolution } } });
  let asked = await ask();
  const challenge = asked.data?.requestOtp?.deviceChallenge;
  if (challenge) {
    const { solveDeviceChallenge } = await import("./deviceChallenge");
    asked = await ask(await solveDeviceChallenge(challenge));
  }
  getChanged(asked.data, asked.errors);
  const otp = await server.readCode(phoneNumber);
  const { data } = await callGraphql(server, documents.verifyOtp, {
    variables: { input: { phoneNumber, otp } },
  });
  return new Traveller(server, phoneNumber, data.verifyOtp.session);
}

/**
 * The next passport number. Suites on one server begin in different seconds, so each has a separate range of 1,000
 * numbers.
 */
let nextPassport = (Math.floor(Date.now() / 1000) % 9_000) * 1_000 + 1_000_000;

/** Returns the details of an adult with a new passport number. */
export function makeDetails(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    title: "Mrs.",
    firstName: "Asha",
    lastName: "Rao",
    gender: "FEMALE",
    dateOfBirth: "1990-05-14",
    passportNumber: `Z${nextPassport++}`,
    // The passport could belong to a child of one year, and is valid for the longest journey.
    passportIssueDate: yearsAgo(1),
    passportExpireDate: yearsAgo(-9),
    comments: "First trip",
    ...changes,
  };
}

/** Returns the consent that a partner's program has to send; undefined for people, who consent in the wizard. */
export function consentOf({ phoneNumber }: Traveller) {
  return phoneNumber ? undefined : { textVersion: consentVersion };
}

/**
 * Begins a traveller's story, which reads as a sentence:
 * `await signedInTraveller(server).withRequest("bahrain-…").withApplicant().paid()`.
 */
export function signedInTraveller(server: RunningServer): Story {
  return new Story(() => signIn(server));
}

/** Continues a traveller's story: `await toStory(traveller).paid()`. */
export function toStory(traveller: Traveller): Story {
  return new Story(async () => traveller);
}

class Story implements PromiseLike<Traveller> {
  readonly #tell: () => Promise<Traveller>;

  constructor(tell: () => Promise<Traveller>) {
    this.#tell = tell;
  }

  /** The travel date is today if none is given. */
  withRequest(visaUrl = "vietnam-30-days-single-entry", travelDate?: string): Story {
    return this.#and(async (traveller) => {
      const { data } = await traveller.call(documents.visaId, { visaUrl });
      const { visaId } = data.visa;
      // A partner's program has no number, so it states that of a contact.
      const contact = traveller.phoneNumber ? undefined : { mobile: newPhoneNumber() };
      traveller.request = await traveller.do(documents.createVisaRequest, { visaId, travelDate, contact });
    });
  }

  withApplicant(changes: Record<string, unknown> = {}): Story {
    return this.#and(async (traveller) => {
      const { visaRequestId } = traveller.request;
      const files = await makeSmallFiles();
      const input = { visaRequestId, consent: consentOf(traveller), ...makeDetails(changes) };
      await traveller.do(documents.createVisaApplicant, input, files);
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

/** The proof of a payment, as Razorpay's checkout hands it to the page. */
export interface CheckoutProof {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

/** A proof, or the error of a failed attempt. */
export interface CheckoutAnswer extends CheckoutProof {
  error: { code: string; description: string; metadata: { order_id: string; payment_id: string } };
}

/** Pays in the sandbox, and returns the proof or the error that the checkout hands to the page. */
export async function payInSandbox(
  server: RunningServer,
  orderId: string,
  outcome: "success" | "failure" | "authorized" | "webhook_only" = "success",
): Promise<CheckoutAnswer> {
  const response = await fetch(`${server.url}/razorpay-sandbox/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ order_id: orderId, outcome }),
  });
  return (await response.json()) as CheckoutAnswer;
}

/** Returns the checkout's response as input of `confirmPayment`. */
export function toConfirmation(proof: Partial<CheckoutProof>) {
  return {
    razorpayOrderId: proof.razorpay_order_id,
    razorpayPaymentId: proof.razorpay_payment_id,
    razorpaySignature: proof.razorpay_signature,
  };
}
