import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import * as documents from "../kit/documents";
import { newPhoneNumber, signIn } from "../kit/personas/traveller";
import { atEach, provideProcesses } from "../kit/server/processes";
import { callGraphql } from "../kit/wire/callApi";
import { topLevelErrorCodes } from "../kit/wire/outcomes";

/** Limits by account or IP address are counted across all processes, not in each. */

const provided = provideProcesses();

test("an account can make at most 120 changes in a minute across all processes", async () => {
  const member = await signIn(provided.servers[0]!, newPhoneNumber());
  const travellers = atEach(provided.servers, member);
  const answers = [];
  for (let asked = 0; asked < 135; asked += 3)
    answers.push(
      ...(await Promise.all(
        travellers.map((one) =>
          one.call(documents.createVisaRequest, {
            input: { visaId: randomUUID(), idempotencyKey: randomUUID() },
          }),
        ),
      )),
    );
  expect(answers.filter((answer) => topLevelErrorCodes(answer).includes("RATE_LIMITED"))).toHaveLength(15);
  for (const traveller of travellers) {
    const refused = await traveller.call(documents.logout);
    expect(topLevelErrorCodes(refused)).toEqual(["RATE_LIMITED"]);
    expect(Number(refused.errors![0]!.extensions.retryAfter)).toBeLessThanOrEqual(60);
  }
});

test("an IP address can try at most 600 codes in 15 minutes across all processes", async () => {
  const reached = provided.servers.map((server) => server.from("10.9.9.9"));
  // All calls run concurrently, because rejections to one address are delayed one after another.
  const answers = await Promise.all(
    Array.from({ length: 612 }, (_, number) =>
      callGraphql(reached[number % 3]!, documents.verifyOtp, {
        variables: { input: { phoneNumber: newPhoneNumber(), otp: "123456" } },
      }),
    ),
  );
  expect(answers.filter((answer) => topLevelErrorCodes(answer).includes("RATE_LIMITED"))).toHaveLength(12);
});
