import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import * as documents from "../../kit/documents";
import type { PassportFiles } from "../../kit/personas/applicantFiles";
import { makeDetails, signIn, Traveller } from "../../kit/personas/traveller";
import type { RunningServer } from "../../kit/server/runningServer";

/** Milliseconds; longer than any outage of a test. */
const patience = 60_000;
const pauseMs = 100;

/**
 * Applies for visas, and repeats each call with the same idempotency key at the next process until it gets a response.
 */
export class StubbornTraveller {
  /** The acknowledged applications, with their owners. */
  readonly acknowledged: { traveller: Traveller; visaRequestId: string }[] = [];
  readonly #servers: readonly RunningServer[];
  readonly #files: PassportFiles;
  #next = 0;

  constructor(servers: readonly RunningServer[], files: PassportFiles) {
    this.#servers = servers;
    this.#files = files;
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.#apply();
  }

  /** Reads all acknowledged applications and opens each file; returns the number of files. */
  async checkFiles(): Promise<number> {
    let files = 0;
    for (const { traveller, visaRequestId } of this.acknowledged) {
      const { data } = await traveller.call(documents.visaRequest, { visaRequestId });
      for (const { profileSrc, passportFrontSrc, passportBackSrc } of data.visaRequest.visaApplicants)
        for (const src of [profileSrc, passportFrontSrc, passportBackSrc]) {
          const { status } = await fetch(traveller.server.url + src);
          if (status !== 200) throw new Error(`A file is not served: ${status}`);
          files++;
        }
    }
    return files;
  }

  async #apply(): Promise<void> {
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
    const { phoneNumber, token, userId } = await this.#insist((server) => signIn(server.from(address)));
    const at = (server: RunningServer) =>
      new Traveller(server.from(address), phoneNumber, { token, user: { userId } });
    const { visaId } = await this.#insist(
      async (server) =>
        (await at(server).call(documents.visaId, { visaUrl: "vietnam-30-days-single-entry" })).data.visa,
    );
    const wanted = { visaId, idempotencyKey: randomUUID() };
    const { visaRequestId } = await this.#insist((server) =>
      at(server).do(documents.createVisaRequest, wanted),
    );
    const applicant = { visaRequestId, ...makeDetails(), idempotencyKey: randomUUID() };
    await this.#insist((server) => at(server).do(documents.createVisaApplicant, applicant, this.#files));
    this.acknowledged.push({ traveller: at(this.#servers[0]!), visaRequestId });
    await this.#insist(async (server) => {
      const { data } = await at(server).call(documents.myVisaRequests, { first: 10 });
      return data.myVisaRequests.nodes;
    });
  }

  async #insist<T>(call: (server: RunningServer) => Promise<T>): Promise<T> {
    const until = Date.now() + patience;
    for (;;)
      try {
        return await call(this.#servers[this.#next++ % this.#servers.length]!);
      } catch (error) {
        if (Date.now() > until) throw error;
        await pause(pauseMs);
      }
  }
}
