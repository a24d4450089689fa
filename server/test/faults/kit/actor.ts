/** Somebody who applies for visas as fast as the answers come, and keeps a journal of them. */
import { randomUUID } from "node:crypto";
import type { Json } from "../../kit/callApi";
import * as documents from "../../kit/documents";
import { readSandbox, signCheckout } from "../../kit/paying";
import type { TestServer } from "../../kit/testServer";
import { makeDetails, newPhoneNumber, toConfirmation } from "../../kit/traveller";
import { ask, logIn, mutate, NoAnswer, payOrder } from "./calls";
import { toUploads, type FileSet } from "./files";
import type { Journal } from "./journal";
import { priceChanged, type ApplicantModel, type PersonModel, type RequestModel } from "./model";
import type { Random } from "./random";

export interface Stage {
  server: TestServer;
  journal: Journal;
  files: FileSet;
  visaId: string;
  random: Random;
}

/** After so many somebody else comes, so that the checks stay short. */
const maxRequests = 3;
const maxApplicants = 4;

export class Actor {
  readonly #stage: Stage;
  #person: PersonModel | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Acts until the server is gone or `isOver`. */
  async run(isOver: () => boolean): Promise<void> {
    try {
      while (!isOver()) await this.#step();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
  }

  async #step(): Promise<void> {
    const person = this.#person ?? (await this.#logIn());
    const { random } = this.#stage;
    const open = [...person.requests.values()].filter(({ status }) => status === "PENDING");
    const request = open.at(-1);
    if (person.requests.size >= maxRequests && !request) return this.#logOut(person);
    if (!request) return this.#createRequest(person);
    const applicant = [...request.applicants.values()].at(-1);
    if (!applicant) return this.#addApplicant(person, request);
    const dice = random.next();
    if (dice < 0.3 && request.applicants.size < maxApplicants) return this.#addApplicant(person, request);
    if (dice < 0.45) return this.#changeApplicant(person, applicant);
    if (dice < 0.53) return this.#removeApplicant(person, request, applicant);
    if (dice < 0.63) return this.#rename(person);
    if (dice < 0.86) return this.#pay(person, request);
    if (dice < 0.92) return this.#cancel(person, request);
    return this.#logOut(person);
  }

  /** Sends; a success goes into the journal by `apply`, no answer by `resolve`, which is asked later. */
  async #send<T>(
    person: PersonModel,
    what: string,
    send: () => Promise<T>,
    apply: (answer: T) => void,
    resolve: () => Promise<void>,
  ): Promise<T> {
    const { journal } = this.#stage;
    try {
      const answer = await send();
      journal.acknowledge(person, what, () => apply(answer));
      return answer;
    } catch (error) {
      if (error instanceof NoAnswer) journal.leaveOpen(person, resolve);
      throw error;
    }
  }

  async #logIn(): Promise<PersonModel> {
    const { server } = this.#stage;
    const phoneNumber = newPhoneNumber();
    const person: PersonModel = { phoneNumber, token: "", name: "", requests: new Map(), endedTokens: [] };
    await this.#send(
      person,
      "login",
      () => logIn(server, phoneNumber),
      (token) => (person.token = token),
      // Whether there is a user with a session, or neither, is looked at in the tables.
      async () => {},
    );
    return (this.#person = person);
  }

  async #logOut(person: PersonModel): Promise<void> {
    const { server } = this.#stage;
    const { token } = person;
    this.#person = undefined;
    const end = () => {
      person.endedTokens.push(token);
      person.token = "";
    };
    await this.#send(
      person,
      "logout",
      () => ask(server, documents.logout, {}, { token }),
      end,
      async () => {
        const { me } = await ask(server, documents.me, {}, { token });
        if (!me) end();
      },
    );
  }

  async #rename(person: PersonModel): Promise<void> {
    const { server } = this.#stage;
    const { token } = person;
    const name = `Asha ${randomUUID()}`;
    await this.#send(
      person,
      "profile",
      () => mutate(server, documents.updateProfile, { name }, { token }),
      () => (person.name = name),
      async () => {
        const { me } = await ask(server, documents.me, {}, { token });
        if (me.name === name) person.name = name;
      },
    );
  }

  async #createRequest(person: PersonModel): Promise<void> {
    const { server, visaId } = this.#stage;
    const { token } = person;
    const input = { visaId, idempotencyKey: randomUUID() };
    const send = () => mutate(server, documents.createVisaRequest, input, { token });
    const apply = ({ visaRequestId }: Json) =>
      void person.requests.set(visaRequestId, { visaRequestId, status: "PENDING", applicants: new Map() });
    // The same key again gives the one request, whether it was made before the fault or is made now.
    await this.#send(person, "request", send, apply, async () => apply(await send()));
  }

  async #addApplicant(person: PersonModel, request: RequestModel): Promise<void> {
    const { server, files, random } = this.#stage;
    const { token } = person;
    const { visaRequestId } = request;
    const photo = random.pick(files.photos);
    const papers = files.papers.slice(0, random.between(0, files.papers.length));
    const input = { visaRequestId, ...makeDetails(), idempotencyKey: randomUUID() };
    const uploads = toUploads(
      photo.file,
      files.front.file,
      files.back.file,
      papers.map(({ file }) => file),
    );
    const send = () => mutate(server, documents.createVisaApplicant, input, { token, files: uploads });
    const apply = ({ visaApplicantId, firstName, passportNumber }: Json) => {
      request.applicants.set(visaApplicantId, { visaApplicantId, firstName, passportNumber, photo, papers });
      priceChanged(request);
    };
    await this.#send(person, "applicant with files", send, apply, async () => apply(await send()));
  }

  async #changeApplicant(person: PersonModel, applicant: ApplicantModel): Promise<void> {
    const { server, files, random } = this.#stage;
    const { token } = person;
    const { visaApplicantId } = applicant;
    const [firstName, photo] = [`Meera ${random.between(1, 1e6)}`, random.pick(files.photos)];
    await this.#send(
      person,
      "applicant's change",
      () =>
        mutate(
          server,
          documents.updateVisaApplicant,
          { visaApplicantId, firstName },
          { token, files: { "input.profileFile": photo.file } },
        ),
      () => void Object.assign(applicant, { firstName, photo }),
      async () => {
        const found = await this.#findApplicant(person, visaApplicantId);
        // The name tells which of the two it is; that the photo goes with it is looked at when all is.
        if (found.firstName === firstName) Object.assign(applicant, { firstName, photo });
      },
    );
  }

  async #removeApplicant(
    person: PersonModel,
    request: RequestModel,
    applicant: ApplicantModel,
  ): Promise<void> {
    const { server } = this.#stage;
    const { token } = person;
    const { visaApplicantId } = applicant;
    const gone = () => {
      request.applicants.delete(visaApplicantId);
      priceChanged(request);
    };
    await this.#send(
      person,
      "applicant's removal",
      () => mutate(server, documents.removeVisaApplicant, { visaApplicantId }, { token }),
      gone,
      async () => {
        if (!(await this.#findApplicant(person, visaApplicantId))) gone();
      },
    );
  }

  async #cancel(person: PersonModel, request: RequestModel): Promise<void> {
    const { server } = this.#stage;
    const { token } = person;
    const { visaRequestId } = request;
    await this.#send(
      person,
      "cancellation",
      () => mutate(server, documents.cancelVisaRequest, { visaRequestId }, { token }),
      () => (request.status = "CANCELLED"),
      async () => {
        const { visaRequest } = await ask(server, documents.visaRequest, { visaRequestId }, { token });
        if (visaRequest.visaRequestStatus === "CANCELLED") request.status = "CANCELLED";
      },
    );
  }

  async #pay(person: PersonModel, request: RequestModel): Promise<void> {
    const { server } = this.#stage;
    const { token } = person;
    const { visaRequestId } = request;
    const getOrder = () => mutate(server, documents.createPaymentOrder, { visaRequestId }, { token });
    const keepOrder = ({ orderId }: Json) => void (request.orderId = orderId);
    const { orderId } = await this.#send(person, "order", getOrder, keepOrder, async () =>
      keepOrder(await getOrder()),
    );
    const confirm = (proof: Json) =>
      mutate(server, documents.confirmPayment, { visaRequestId, ...toConfirmation(proof) }, { token });
    const keepPaid = ({ paymentGatewayNo }: Json) =>
      void Object.assign(request, { status: "SUBMITTED", paymentId: paymentGatewayNo });
    const proof = await this.#send(
      person,
      "payment at the gateway",
      () => payOrder(server, orderId),
      () => {},
      async () => keepPaid(await confirm(await this.#proofOf(orderId))),
    );
    await this.#send(
      person,
      "confirmation",
      () => confirm(proof),
      keepPaid,
      async () => keepPaid(await confirm(proof)),
    );
  }

  /** The proof of a payment whose answer was lost; the payment is made now where it was not. */
  async #proofOf(orderId: string): Promise<Json> {
    const { server } = this.#stage;
    const paid = (await readSandbox(server, "payment")).find(
      ({ order_id, status }) => order_id === orderId && status === "captured",
    );
    if (!paid) return payOrder(server, orderId);
    const razorpay_signature = await signCheckout(server, orderId, paid.id);
    return { razorpay_order_id: orderId, razorpay_payment_id: paid.id, razorpay_signature };
  }

  async #findApplicant(person: PersonModel, visaApplicantId: string): Promise<Json> {
    const { server } = this.#stage;
    for (const visaRequestId of person.requests.keys()) {
      const { visaRequest } = await ask(
        server,
        documents.visaRequest,
        { visaRequestId },
        { token: person.token },
      );
      const found = visaRequest.visaApplicants.find((one: Json) => one.visaApplicantId === visaApplicantId);
      if (found) return found;
    }
    return undefined;
  }
}
