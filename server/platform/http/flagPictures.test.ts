import { mkdir, mkdtemp, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import Fastify from "fastify";
import { flagPictures } from "./flagPictures";

test("a flag that could not be read once is read again at the next request", async () => {
  const flagsFolder = await mkdtemp(join(tmpdir(), "flags-"));
  const path = join(flagsFolder, "in.svg");
  const app = Fastify();
  try {
    await app.register(flagPictures, { flagsFolder });
    await mkdir(path);
    const failed = await app.inject("/flags/in.svg");
    expect([failed.statusCode, failed.headers["cache-control"]]).toEqual([500, undefined]);
    await rmdir(path);
    await writeFile(path, "<svg/>");
    const { statusCode, body } = await app.inject("/flags/in.svg");
    expect([statusCode, body]).toEqual([200, "<svg/>"]);
  } finally {
    await app.close();
    await rm(flagsFolder, { recursive: true });
  }
});
