/**
 * `node server/bench/queue.bench.mjs [100000]`: what the queue of the desk takes over so many applications, through the
 * real server. Beside each time of a page is how many times longer SQLite alone takes without the indexes.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import sqlite3 from "sqlite3";
import { buildIfStale } from "../build/build.mjs";

const wanted = process.argv[2] ?? "100000";
const port = 4791;
const phoneNumber = "+919876500001";
const rounds = 25;

await buildIfStale();
const dataDir = mkdtempSync(join(tmpdir(), "visaport-queue-"));
const { PATH } = process.env;
const env = {
  PATH,
  NODE_ENV: "test",
  PORT: String(port),
  DATA_DIR: dataDir,
  LOG_LEVEL: "warn",
  STAFF_PHONES: phoneNumber,
};
const server = spawn(process.execPath, ["dist/server/main.js"], {
  env,
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  await once(server.stdout, "data");
  const began = Date.now();
  const made = spawnSync(process.execPath, ["dist/server/generateRequests.js", wanted], {
    env,
    stdio: "inherit",
  });
  if (made.status !== 0) throw new Error("The applications could not be made");
  console.log(`Made in ${Math.round((Date.now() - began) / 1000)} s`);

  const token = await signIn();
  const ask = (query, variables) => call(query, variables, token);
  const page = `query ($filter: StaffQueueFilter, $search: String, $after: String) {
    staffVisaRequests(filter: $filter, search: $search, after: $after) {
      nodes { visaRequestId visaReferenceNo countryName visaRequestStatus expectedDate isOverdue assignedTo { name } }
      pageInfo { endCursor } } }`;
  const pages = {
    "who asks (the floor)": "{ staffMe { staffId } }",
    counts: "{ staffQueueCounts { overdue mine } }",
  };
  for (const [title, query] of Object.entries(pages)) await measure(title, () => ask(query));

  let after;
  let first;
  for (let count = 0; count < 200; count++) {
    const { staffVisaRequests } = await ask(page, { after });
    if (!staffVisaRequests.pageInfo.endCursor) break;
    after = staffVisaRequests.pageInfo.endCursor;
    first ??= { after, node: staffVisaRequests.nodes[0] };
  }
  const today = new Date().toISOString().slice(0, 10);
  const onDesk = `"visaRequestStatus" IN ('SUBMITTED', 'PROCESSING', 'ACTION_REQUIRED')`;
  const asked = [
    ["first page", {}, onDesk],
    ["second page", { after: first.after }],
    ["page 201", { after }],
    ["status", { filter: { status: "APPROVED" } }, `"visaRequestStatus" = 'APPROVED'`],
    ["country", { filter: { countryName: "Vietnam" } }, `${onDesk} AND "countryName" = 'Vietnam'`],
    ["expected from", { filter: { expectedFrom: today } }, `${onDesk} AND "expectedDate" >= '${today}'`],
    ["overdue", { filter: { overdue: true } }, `${onDesk} AND "expectedDate" < '${today}'`],
    ["nobody's", { filter: { assigned: "NOBODY" } }, `${onDesk} AND "assignedStaffId" IS NULL`],
    ["mine", { filter: { assigned: "MINE" } }],
    [
      "all together",
      { filter: { status: "PROCESSING", countryName: "Vietnam", overdue: true, assigned: "NOBODY" } },
    ],
    ["by reference number", { search: first.node.visaReferenceNo }, `"visaReferenceNo" = 'x'`],
    ["by mobile number", { search: "+916000000000" }, "mobile = 'x'"],
    ["by passport number", { search: "Z1234567" }],
  ];
  for (const [title, variables, plain] of asked) await measure(title, () => ask(page, variables), plain);
} finally {
  server.kill();
  await once(server, "exit");
  rmSync(dataDir, { recursive: true, force: true });
}

/** Prints the median and the longest, and the ratio to a full scan where there is one. */
async function measure(title, work, plain) {
  await work();
  const times = await timesOf(work, rounds);
  const [median, longest] = [times[rounds >> 1], times.at(-1)];
  let ratio = "";
  if (plain) {
    const sql = `SELECT * FROM visa_request NOT INDEXED WHERE ${plain} ORDER BY "expectedDate", "visaRequestId" LIMIT 51`;
    const [scan] = await timesOf(() => runAlone(sql), 1);
    ratio = `, full scan ${scan.toFixed(0)} ms, ${(scan / median).toFixed(1)} times as long`;
  }
  console.log(`${title}: ${median.toFixed(1)} ms (longest ${longest.toFixed(1)})${ratio}`);
}

async function timesOf(work, count) {
  const times = [];
  for (let round = 0; round < count; round++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b);
}

function runAlone(sql) {
  return new Promise((resolve, reject) => {
    const db = new sqlite3.Database(join(dataDir, "portal.sqlite"), sqlite3.OPEN_READONLY);
    db.all(sql, (error, rows) => db.close(() => (error ? reject(error) : resolve(rows))));
  });
}

async function call(query, variables, token) {
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

async function signIn() {
  const input = { phoneNumber };
  await call(`mutation ($input: RequestOtpInput!) { requestOtp(input: $input) { sent } }`, { input });
  const otp = /\b\d{6}\b/.exec(readFileSync(join(dataDir, "outbox", "sms.jsonl"), "utf8"))[0];
  const verify = `mutation ($input: VerifyOtpInput!) { verifyOtp(input: $input) { session { token } } }`;
  return (await call(verify, { input: { phoneNumber, otp } })).verifyOtp.session.token;
}
