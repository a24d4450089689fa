/**
 * Ensures that all servers do the same work: responses are compared before the load, and written data after
 * it.
 */
import { isDeepStrictEqual } from "node:util";
import { join } from "node:path";
import { makeDataSource } from "../platform/db/sqlite/sqliteSource";
import type { RecordedResponse } from "./competitors/recordedResponses";
import { runToEnd } from "./processes";
import { productCommand } from "./product";
import type { HttpRequest, Workload } from "./workloads";
import { entities } from "../app/entities";

/** Number of requests per workload whose responses are compared. */
const comparedCount = 5;

/** Returns the responses to the first requests of a workload. Throws if a response is wrong. */
export async function askFirst(
  origin: string,
  requests: readonly HttpRequest[],
  { mark }: Workload,
): Promise<RecordedResponse[]> {
  const answers: RecordedResponse[] = [];
  for (const { method, path, headers, body } of requests.slice(0, comparedCount)) {
    // Does not use `fetch`, which would decompress the body.
    const answer = await askPlainly(origin + path, { method, headers, body });
    const text = Buffer.from(answer.body, "base64").toString();
    const head = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
    if (!`${head.join("\r\n")}\r\n\r\n${text}`.includes(mark))
      throw new Error(`No valid response from ${origin}${path}: ${text.slice(0, 1000)}`);
    answers.push({ path, ...answer });
  }
  return answers;
}

/** Throws if two servers responded differently. `who` names the server in the error message. */
export function assertSame(
  who: string,
  given: readonly RecordedResponse[],
  expected: readonly RecordedResponse[],
): void {
  for (const [index, { path, headers, body }] of expected.entries()) {
    const found = given[index]!;
    const isSame =
      headers["content-type"]?.includes("json") === true
        ? isDeepStrictEqual(parsed(found.body), parsed(body))
        : found.body === body;
    if (isSame) continue;
    const [theirs, ours] = [found.body, body].map((bytes) => Buffer.from(bytes, "base64").toString());
    let at = 0;
    while (theirs![at] === ours![at]) at++;
    const show = (text: string) => text.slice(Math.max(0, at - 100), at + 200);
    throw new Error(
      `${who} responds differently to ${path}:\n${show(theirs!)}\n\nand the product:\n${show(ours!)}`,
    );
  }
}

/**
 * Throws if there are fewer rows than were acknowledged, or if the audit log is invalid. The server must have stopped.
 * Returns the newest row without the values that differ per row.
 */
export async function checkWrites(dataDir: string, before: number, acknowledged: number): Promise<object> {
  const { count, newest, steps, events } = await readWrites(dataDir);
  for (const [what, found] of Object.entries({ count, steps, events }))
    if (found < acknowledged + (what === "count" ? before : 0))
      throw new Error(
        `${acknowledged} applications were acknowledged; ${what} is ${found}, ${before} before`,
      );
  await runToEnd(productCommand("verifyAudit", dataDir));
  return newest;
}

export async function countRequests(dataDir: string): Promise<number> {
  return (await readWrites(dataDir)).count;
}

async function readWrites(dataDir: string) {
  const source = await makeDataSource(join(dataDir, "portal.sqlite"), entities).initialize();
  try {
    const count = async (table: string, where = "true") => {
      const [row] = await source.query<{ count: number }[]>(
        `SELECT COUNT(*) AS count FROM ${table} WHERE ${where}`,
      );
      return row!.count;
    };
    const [newest] = await source.query<Record<string, unknown>[]>(
      `SELECT * FROM visa_request WHERE rowid = (SELECT MAX(rowid) FROM visa_request)`,
    );
    const own = ["visaRequestId", "visaReferenceNo", "userId", "mobile", "createdAt", "changedAt"];
    return {
      count: await count("visa_request"),
      steps: await count("visa_request_event", "status = 'PENDING'"),
      events: await count("audit_event", "action = 'REQUEST_CREATED'"),
      newest: Object.fromEntries(Object.entries(newest!).filter(([column]) => !own.includes(column))),
    };
  } finally {
    await source.destroy();
  }
}

async function askPlainly(
  url: string,
  { method, headers, body }: Pick<HttpRequest, "method" | "headers" | "body">,
): Promise<Pick<RecordedResponse, "headers" | "body">> {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const kept = ["content-type", "content-encoding"].flatMap((name) => {
          const value = response.headers[name];
          return typeof value === "string" ? [[name, value] as const] : [];
        });
        resolve({ headers: Object.fromEntries(kept), body: Buffer.concat(chunks).toString("base64") });
      });
    });
    asking.on("error", reject);
    asking.end(body);
  });
}

/**
 * Parses the JSON without values that differ per response: the id of a created object, and the expiry and signature
 * of signed URLs.
 */
function parsed(base64: string): unknown {
  return JSON.parse(Buffer.from(base64, "base64").toString(), (key, value: unknown) => {
    if (key === "createVisaRequest")
      return JSON.parse(
        JSON.stringify(value).replace(/"visaRequestId":"[0-9a-f-]{36}"/, `"visaRequestId":""`),
      ) as unknown;
    return typeof value === "string" ? value.replace(/&e=\d+&s=[\w-]{43}$/, "") : value;
  });
}
