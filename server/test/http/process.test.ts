import { once } from "node:events";
import { watch } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { callGraphql, printOperation } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { readTables } from "../kit/data/readTables";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { poll } from "../kit/poll";
import { runServerToEnd } from "../kit/server/runToEnd";
import { filesOnDisk } from "../kit/standIns/testBucket.mjs";
import { TestServer } from "../kit/server/testServer";
import { signedInTraveller } from "../kit/personas/traveller";
import { addApplicant } from "../kit/stories/applicants";
import { order } from "../kit/stories/paying";
import { paymentsMode } from "./http.generated";

const secret = "a secret of more than thirty-two bytes";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start(filesOnDisk);
});
afterAll(() => server.dispose());

const ask = async (path: string) => {
  const response = await fetch(server.url + path);
  return { status: response.status, body: (await response.json()) as unknown };
};

describe("the health check", () => {
  test("reports that the server is up and ready after the start", async () => {
    expect(await ask("/healthz")).toEqual({ status: 200, body: { status: "up" } });
    expect(await ask("/readyz")).toEqual({ status: 200, body: { status: "ready" } });
  });

  test("reports that the server is up but not ready, without a reason, while files cannot be stored", async () => {
    const folder = join(server.dataDir, "files");
    await rename(folder, `${folder}-away`);
    await writeFile(folder, "in the way");
    try {
      await poll(async () =>
        expect(await ask("/readyz")).toEqual({ status: 503, body: { status: "not ready" } }),
      );
      expect((await ask("/healthz")).status).toBe(200);
    } finally {
      await rm(folder);
      await rename(`${folder}-away`, folder);
    }
    await poll(async () => expect((await ask("/readyz")).status).toBe(200));
  });

  test("probes the disk at most once a second for all callers together", async () => {
    const places = join(server.dataDir, "files", "00");
    let probes = 0;
    const watcher = watch(places, (_event, name) => {
      if (name?.startsWith(".tmp-probe")) probes++;
    });
    try {
      // Proves that the watcher sees the file that a check writes.
      await poll(async () => {
        await ask("/readyz");
        expect(probes).toBeGreaterThan(0);
      });
      probes = 0;
      const began = Date.now();
      for (let round = 0; round < 2; round++) {
        const answers = await Promise.all(Array.from({ length: 100 }, () => ask("/readyz")));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      }
      const seconds = Math.ceil((Date.now() - began) / 1000);
      // Allows six events per check, because a check creates, writes and removes a file.
      expect(probes).toBeLessThanOrEqual(6 * (seconds + 1));
    } finally {
      watcher.close();
    }
  });
});

describe("a start on existing data", () => {
  test("leaves the data unchanged", async () => {
    await signedInTraveller(server).withRequest();
    const before = await readTables(server);
    await server.restart();
    expect(await readTables(server)).toEqual(before);
    expect(before.visa_request).toHaveLength(1);
  });

  test("with another DATA_KEY fails, prints one line that names the setting, and leaves the data unchanged", async () => {
    await server.stop();
    const before = await readTables(server);
    const DATA_KEY = "another key of more than thirty-two bytes";
    const ending = await runServerToEnd({ ...filesOnDisk, DATA_DIR: server.dataDir, PORT: "4999", DATA_KEY });
    expect(ending).toEqual({
      code: 1,
      stdout: "",
      stderr: "Setting DATA_KEY: does not decrypt the existing data\n",
    });
    expect(await readTables(server)).toEqual(before);
    await server.start();
    expect((await ask("/readyz")).status).toBe(200);
  });
});

describe("SIGTERM", () => {
  test("ends the process with code 0", async () => {
    expect(await server.stop("SIGTERM")).toBe(0);
    await server.start();
  });

  test.each(["close", "keep-alive"])(
    "lets a running request finish, rejects new ones, and ends the process with code 0 (connection: %s)",
    async (connection) => {
      const traveller = await signedInTraveller(server);
      const body = JSON.stringify({
        query: printOperation(documents.updateProfile),
        variables: { input: { name: "In flight" } },
      });
      const outgoing = request(`${server.url}/graphql`, {
        method: "POST",
        headers: {
          connection,
          authorization: `Bearer ${traveller.token}`,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          // The head is sent immediately and answered with 100 Continue; the body is held back.
          expect: "100-continue",
        },
      });
      await once(outgoing, "continue");

      const stopped = server.stop("SIGTERM");
      await untilRefused();
      outgoing.end(body);
      const [response] = (await once(outgoing, "response")) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      expect(JSON.parse(await text(response))).toMatchObject({
        data: { updateProfile: { user: { name: "In flight" }, userErrors: [] } },
      });
      expect(await stopped).toBe(0);

      await server.start();
      expect((await traveller.call(documents.me)).data.me.name).toBe("In flight");
    },
  );
});

/** Polls until the server rejects new connections. */
async function untilRefused(): Promise<void> {
  for (let answer: number | undefined = 200; answer !== undefined;)
    answer = await fetch(`${server.url}/readyz`, { headers: { connection: "close" } }).then(
      ({ status }) => status,
      () => undefined,
    );
}

const trialSettings = {
  NODE_ENV: "production",
  HOST: "127.0.0.2",
  JWT_SECRET: secret,
  DATA_KEY: secret,
  ALLOW_SANDBOX: "1",
  STAFF_SECOND_FACTOR: "off",
  FOUR_EYES_ABOVE_INR: "off",
};

test("in production with ALLOW_SANDBOX=1, the payment sandbox accepts orders even if HOST is not 127.0.0.1", async () => {
  const trial = await TestServer.start(trialSettings);
  try {
    const { data } = await callGraphql(trial, paymentsMode);
    expect(data.siteInfo.paymentsMode).toBe("SANDBOX");
    const traveller = await signedInTraveller(trial).withRequest();
    await addApplicant(traveller, await makeSmallFiles());
    expect((await order(traveller)).data.createPaymentOrder).toMatchObject({
      order: { orderId: expect.stringMatching(/^order_/) },
      userErrors: [],
    });
  } finally {
    await trial.dispose();
  }
});

test("in production without PUBLIC_URL, the start logs a warning before its last line", async () => {
  const warning = /"level":40.*"PUBLIC_URL is not set[^]*\nVisaport is ready: /;
  const trial = await TestServer.start(trialSettings);
  try {
    expect(trial.output).toMatch(warning);
    trial.configure({ PUBLIC_URL: "https://visas.example" });
    await trial.restart();
    expect(trial.output).not.toContain("PUBLIC_URL");
  } finally {
    await trial.dispose();
  }
});
