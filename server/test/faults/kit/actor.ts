/** A person who applies for visas as fast as the server responds, and records the results in a journal. */
import { randomUUID } from "node:crypto";
import * as documents from "../../kit/documents";
import { newPhoneNumber } from "../../kit/personas/traveller";
import { addApplicant, changeApplicant, removeApplicant } from "./applying";
import { ask, logIn, mutate, NoAnswer } from "./calls";
import type { PersonModel, RequestModel } from "./model";
import { payRequest } from "./payRequest";
import type { Fixture } from "./fixture";

/** After this many requests, another person takes over, so that the checks stay short. */
const maxRequests = 3;
const maxApplicants = 4;

export class Actor {
  readonly #fixture: Fixture;
  #person: PersonModel | undefined;

  constructor(fixture: Fixture) {
    this.#fixture = fixture;
  }

  /** Acts until the server stops or `isOver` returns true. */
  async run(isOver: () => boolean): Promise<void> {
    try {
      while (!isOver()) await this.#step();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
  }

  async #step(): Promise<void> {
    const person = this.#person ?? (await this.#logIn());
    const { random } = this.#fixture;
    const open = [...person.requests.values()].filter(({ status }) => status === "PENDING");
    const request = open.at(-1);
    if (person.requests.size >= maxRequests && !request) return this.#logOut(person);
    if (!request) return this.#createRequest(person);
    const applicant = [...request.applicants.values()].at(-1);
    if (!applicant) return addApplicant(this.#fixture, person, request);
    const dice = random.next();
    if (dice < 0.3 && request.applicants.size < maxApplicants)
      return addApplicant(this.#fixture, person, request);
    if (dice < 0.45) return changeApplicant(this.#fixture, person, applicant);
    if (dice < 0.53) return removeApplicant(this.#fixture, person, request, applicant);
    if (dice < 0.63) return this.#rename(person);
    if (dice < 0.86) return payRequest(this.#fixture, person, request);
    if (dice < 0.92) return this.#cancel(person, request);
    return this.#logOut(person);
  }

  async #logIn(): Promise<PersonModel> {
    const { server, journal } = this.#fixture;
    const phoneNumber = newPhoneNumber();
    const person: PersonModel = { phoneNumber, token: "", name: "", requests: new Map(), endedTokens: [] };
    await journal.send(
      person,
      "login",
      () => logIn(server, phoneNumber),
      (token) => (person.token = token),
      // `expectWhole` checks that the tables contain both a user and a session, or neither.
      async () => {},
    );
    return (this.#person = person);
  }

  async #logOut(person: PersonModel): Promise<void> {
    const { server, journal } = this.#fixture;
    const { token } = person;
    this.#person = undefined;
    const end = () => {
      person.endedTokens.push(token);
      person.token = "";
    };
    await journal.send(
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
    const { server, journal } = this.#fixture;
    const { token } = person;
    const name = `Asha ${randomUUID()}`;
    await journal.send(
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
    const { server, journal, visaId } = this.#fixture;
    const { token } = person;
    const input = { visaId, idempotencyKey: randomUUID() };
    const send = () => mutate(server, documents.createVisaRequest, input, { token });
    const apply = ({ visaRequestId }: { visaRequestId: string }) =>
      void person.requests.set(visaRequestId, { visaRequestId, status: "PENDING", applicants: new Map() });
    // The same idempotency key returns the same request, whether it was created before the fault or now.
    await journal.send(person, "request", send, apply, async () => apply(await send()));
  }

  async #cancel(person: PersonModel, request: RequestModel): Promise<void> {
    const { server, journal } = this.#fixture;
    const { token } = person;
    const { visaRequestId } = request;
    await journal.send(
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
}
