/**
 * Shows why we have our own parser: graphql-upload-minimal 1.6.4 fails on bodies that our parser handles. If one of the
 * package's tests fails after an update, the package has fixed that fault.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import { BOUNDARY, encodeParts, post, randomBytes, startServer } from "../../../test/kit/wire/multipartKit";

const fixture = fileURLToPath(new URL("../../../test/kit/wire/packageFaults.fixture.mjs", import.meta.url));

interface Outcome {
  hung: boolean;
  exitCode: number | null;
  stderr: string;
  answer: { status: number; sizes?: number[]; error?: string } | undefined;
}

/**
 * Runs the package in a child process. It normally responds within half a second, and counts as hanging after three.
 */
function runPackage(
  use: "iterate" | "pipeline" | "reversed",
  limit: number,
  body: Buffer,
  hangsAfterMs = 3_000,
) {
  return new Promise<Outcome>((resolve) => {
    const child = spawn(process.execPath, [fixture, use, String(limit)], {
      env: { PATH: process.env["PATH"], BOUNDARY },
    });
    let [stdout, stderr, hung] = ["", "", false];
    const timer = setTimeout(() => {
      hung = true;
      child.kill("SIGKILL");
    }, hangsAfterMs);
    child.stdout.on("data", (chunk) => (stdout += chunk));
    child.stderr.on("data", (chunk) => (stderr += chunk));
    child.stdin.on("error", () => {});
    child.stdin.end(body);
    child.on("close", (exitCode) => {
      clearTimeout(timer);
      const answer = stdout ? (JSON.parse(stdout) as Outcome["answer"]) : undefined;
      resolve({ hung, exitCode, stderr, answer });
    });
  });
}

const operations = (count: number) => [
  {
    name: "operations",
    content: JSON.stringify({ query: "", variables: { files: Array(count).fill(null) } }),
  },
  {
    name: "map",
    content: JSON.stringify(
      Object.fromEntries(Array.from({ length: count }, (_, i) => [i, [`variables.files.${i}`]])),
    ),
  },
];
const photo = (name: string, bytes: number) => ({ name, filename: "p.jpg", content: randomBytes(bytes, 7) });

const nulHeader = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="\0"\r\n\r\nx\r\n--${BOUNDARY}--\r\n`.padEnd(
    133,
    "\n",
  ),
);
const longHeader = encodeParts([{ name: "n".repeat(17_000), content: "x" }]);
const overLimit = encodeParts([...operations(1), photo("0", 50_001)]);
const twoFiles = encodeParts([...operations(2), photo("0", 90_000), photo("1", 90_000)]);

describe("the package's own processRequest", () => {
  it("accepts a valid request, so its failures are not caused by the fixture", async () => {
    const { answer, exitCode } = await runPackage("iterate", 100_000, twoFiles, 15_000);
    expect([answer, exitCode]).toEqual([{ status: 200, sizes: [90_000, 90_000] }, 0]);
  });

  it.each([
    ["133 bytes with a NUL in a part header", nulHeader],
    ["a part header over 16 KB", longHeader],
  ])("ends the process on %s", async (_name, body) => {
    const { exitCode, stderr, hung } = await runPackage("iterate", 100_000, body, 15_000);
    expect([exitCode, hung]).toEqual([1, false]);
    expect(stderr).toMatch(/Unhandled 'error' event|Unexpected end of form|Malformed part header/);
  });

  it("silently truncates a file over the limit if it is iterated", async () => {
    const { answer } = await runPackage("iterate", 50_000, overLimit, 15_000);
    expect(answer).toEqual({ status: 200, sizes: [50_000] });
  });

  it("hangs on a file over the limit if it is piped", async () => {
    expect(await runPackage("pipeline", 50_000, overLimit)).toMatchObject({ hung: true, answer: undefined });
  });

  it("hangs on two 90 KB files that are read in reverse order", async () => {
    expect(await runPackage("reversed", 100_000, twoFiles)).toMatchObject({ hung: true, answer: undefined });
  });
});

describe("our parser", () => {
  it("handles every body on which the package fails", async () => {
    const server = await startServer({ maxFileBytes: 90_000 });
    try {
      expect(nulHeader.length).toBe(133);
      expect((await post(server.port, nulHeader)).status).toBe(400);
      expect((await post(server.port, longHeader)).status).toBe(400);
      expect((await post(server.port, encodeParts([photo("0", 90_001)]))).body.files).toMatchObject([
        { tooLarge: true },
      ]);
      expect((await post(server.port, twoFiles)).body.files.map(({ tooLarge }) => tooLarge)).toEqual([
        false,
        false,
      ]);
    } finally {
      await server.close();
    }
  });
});
