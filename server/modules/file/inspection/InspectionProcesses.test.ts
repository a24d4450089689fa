import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { poll } from "../../../test/kit/poll";
import { maxSecondsPerFile, maxSecondsPerReading, type FileContentType } from "../file.rules";
import { InspectionProcesses } from "./InspectionProcesses";
import type { PromisingFile } from "./inspectFile";

const script = fileURLToPath(new URL("../../../test/kit/files/spinning.fixture.mjs", import.meta.url));
const warnings: string[] = [];
const log = {
  info: () => undefined,
  warn: (_details: object, message: string) => warnings.push(message),
  error: () => undefined,
} as unknown as ConstructorParameters<typeof InspectionProcesses>[1];

let processes: InspectionProcesses;
beforeEach(() => void warnings.splice(0));
afterEach(() => processes.close());

const file = (name: string, isLarge = false, contentType: FileContentType = "image/png"): PromisingFile => ({
  purpose: "PHOTO",
  contentType,
  bytes: Buffer.from(name),
  imageName: name,
  isLarge,
});

/**
 * Returns a folder and the path of a signal file in it. The inspection of a file whose content is that path ends once
 * the signal file exists.
 */
function makeSignal(): [string, string] {
  const folder = mkdtempSync(join(tmpdir(), "visaport-long-files-"));
  return [folder, join(folder, "may-end")];
}

test("a file that exceeds its CPU limit is rejected, and the next file gets a new process", async () => {
  processes = new InspectionProcesses(script, log);
  expect((await processes.inspect(file("greedy"), "somebody")).violation).toMatchObject({
    code: "FILE_UNSAFE",
    message: expect.stringContaining("takes too long to check"),
  });
  expect(warnings).toEqual(["file inspection exceeded its CPU limit"]);
  expect((await processes.inspect(file("well"), "somebody")).content?.bytes.toString()).toBe("well");
});

test("a timeout is reported as UNAVAILABLE, not as a violation, and the next file gets a new process", async () => {
  processes = new InspectionProcesses(script, log);
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] });
  const refused = expect(processes.inspect(file("spin"), "somebody")).rejects.toMatchObject({
    violations: [{ code: "UNAVAILABLE" }],
    retryAfter: 30,
  });
  // The time limit, plus two seconds for the process to clean up and exit.
  await jest.advanceTimersByTimeAsync((maxSecondsPerFile + 2) * 1_000);
  await refused;
  jest.useRealTimers();
  expect((await processes.inspect(file("well"), "somebody")).content?.bytes.toString()).toBe("well");
});

test("a crash of the inspection process is reported as an internal error, not as a violation", async () => {
  processes = new InspectionProcesses(script, log);
  await expect(processes.inspect(file("die"), "somebody")).rejects.toThrow(/terminated unexpectedly/i);
  expect((await processes.inspect(file("well"), "somebody")).content).toBeDefined();
});

test("a file is inspected by a new process if all processes are killed", async () => {
  processes = new InspectionProcesses(script, log);
  const [folder, mayEnd] = makeSignal();
  const pids = await Promise.all(
    ["one", "other"].map(async (person) => (await processes.inspect(file("who"), person)).content!.bytes),
  );
  expect(new Set(pids.map(String)).size).toBe(2);
  const inspected = processes.inspect(file(mayEnd, true), "somebody");
  await poll(() => expect(processes.load.busy).toBe(1));
  // One process is busy, the other one idle.
  for (const pid of pids) process.kill(Number(pid), "SIGKILL");
  writeFileSync(mayEnd, "");
  expect((await inspected).content?.bytes.toString()).toBe(mayEnd);
  rmSync(folder, { recursive: true });
});

describe("the MRZ lines of a front page", () => {
  const front = (name: string, contentType?: FileContentType): PromisingFile => ({
    ...file(name, false, contentType),
    purpose: "PASSPORT_FRONT",
  });
  const linesOf = async (sent: PromisingFile) =>
    (await processes.inspect(sent, "somebody")).content!.passportLines;

  test("are read from a picture or a PDF, but not from files with another purpose", async () => {
    processes = new InspectionProcesses(script, log);
    expect(await linesOf(front("page"))).toEqual(["upper", "lower"]);
    expect(await linesOf(front("unsure"))).toBeUndefined();
    expect(await linesOf(front("page", "application/pdf"))).toEqual(["upper", "lower"]);
    expect(await linesOf(file("page"))).toBeUndefined();
  });

  test.each(["crashes on reading", "wrong model"])(
    "are missing from the inspected page if reading fails (%s)",
    async (name) => {
      processes = new InspectionProcesses(script, log);
      const { content } = await processes.inspect(front(name), "somebody");
      expect(content).toMatchObject({ bytes: Buffer.from(name) });
      expect(content).not.toHaveProperty("passportLines");
      expect(await linesOf(front("page"))).toEqual(["upper", "lower"]);
    },
  );

  test("are missing if reading them takes too long, even if the page was still in the queue", async () => {
    processes = new InspectionProcesses(script, log);
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] });
    const read = Promise.all([linesOf(front("never read")), linesOf(front("never read"))]);
    await jest.advanceTimersByTimeAsync((maxSecondsPerReading + 2) * 1_000);
    jest.useRealTimers();
    expect(await read).toEqual([undefined, undefined]);
    expect(await linesOf(front("page"))).toEqual(["upper", "lower"]);
  });
});

test("a PDF does not wait for pictures, nor a small picture for large ones or a PDF", async () => {
  processes = new InspectionProcesses(script, log);
  const [folder, mayEnd] = makeSignal();
  const long = [file(mayEnd, true), file(mayEnd, true), file(mayEnd, false, "application/pdf")];
  let ended = 0;
  const inspected = long.map((sent) => processes.inspect(sent, "greedy").then(() => ended++));
  await poll(() => expect(processes.load).toEqual({ busy: 2, waiting: 1 }));
  await processes.inspect(file("short"), "other");
  expect(ended).toBe(0);
  writeFileSync(mayEnd, "");
  await Promise.all(inspected);
  rmSync(folder, { recursive: true });
});

describe("the load", () => {
  let folder: string, mayEnd: string;
  beforeEach(() => {
    processes = new InspectionProcesses(script, log);
    [folder, mayEnd] = makeSignal();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("counts each waiting picture once", async () => {
    // One of the large pictures waits for a process, the other one for the first.
    const long = [file(mayEnd), file(mayEnd), file(mayEnd, true), file(mayEnd, true)];
    const inspected = Promise.all(long.map((sent) => processes.inspect(sent, "somebody")));
    await poll(() => expect(processes.load).toEqual({ busy: 2, waiting: 2 }));
    writeFileSync(mayEnd, "");
    await inspected;
    expect(processes.load).toEqual({ busy: 0, waiting: 0 });
  });

  test("counts pages that wait to be read", async () => {
    const page = { ...file(`read after ${mayEnd}`), purpose: "PASSPORT_FRONT" as const };
    const inspected = Promise.all([page, page, page].map((sent) => processes.inspect(sent, "somebody")));
    await poll(() => expect(processes.load).toEqual({ busy: 1, waiting: 2 }));
    writeFileSync(mayEnd, "");
    await inspected;
  });
});

test("twenty long files of one user block neither short nor long files of another user", async () => {
  processes = new InspectionProcesses(script, log);
  const [folder, mayEnd] = makeSignal();
  const done: string[] = [];
  const sendLong = async (person: string) => {
    await processes.inspect(file(mayEnd, true), person);
    done.push(person);
  };
  const long = [...Array<string>(20).fill("greedy"), "other"].map(sendLong);
  // A short file does not wait for long ones.
  await processes.inspect(file("short"), "other");
  expect(done).toEqual([]);
  writeFileSync(mayEnd, "");
  await Promise.all(long);
  expect(done.indexOf("other")).toBeLessThan(4);
  rmSync(folder, { recursive: true });
});
