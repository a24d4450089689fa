import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { makePhoneJpeg, makePng, phoneLatitude, phoneMake } from "../kit/files/makeImage";
import { makePdf } from "../kit/files/makePdf";
import { addApplicant } from "../kit/stories/applicants";
import { jpeg, makeSmallFiles, pdf, png } from "../kit/personas/applicantFiles";
import type { TestFile } from "../kit/wire/callApi";
import { clockAt, setClock } from "../kit/server/clock";
import * as documents from "../kit/documents";
import { rawDatabase } from "../kit/data/erasing";
import { readTables } from "../kit/data/readTables";
import { TestServer } from "../kit/server/testServer";
import { signedInTraveller, signIn, type Traveller, type VisaApplicant } from "../kit/personas/traveller";

const passportNumber = "Q7654321";
const paperText = "Hotel Taj, two nights, for the eyes of the consul only";

let server: TestServer;
let traveller: Traveller;
let sent: Record<string, TestFile>;
let links: Record<"photo" | "passportFront" | "passportBack" | "document", string>;
beforeAll(async () => {
  server = await TestServer.start(clockAt(new Date().toISOString()));
  traveller = await signedInTraveller(server).withRequest();
  sent = {
    "input.profileFile": jpeg(
      await makePhoneJpeg({ width: 300, height: 400 }),
      `${passportNumber} photo.jpg`,
    ),
    "input.passportFrontFile": jpeg(
      await makePhoneJpeg({ width: 450, height: 320 }),
      "Asha Rao Vorderseite.jpeg",
    ),
    "input.passportBackFile": png(await makePng({ width: 500, height: 350 }), "Asha Rao Rückseite.png"),
    "input.documentFiles.0": pdf(makePdf({ text: paperText }), "hôtel (Taj; 2).pdf"),
  };
  links = linksOf(await addApplicant(traveller, sent, { passportNumber }));
});
afterAll(() => server.dispose());

function linksOf({ profileSrc, passportFrontSrc, passportBackSrc, visaApplicationDocuments }: VisaApplicant) {
  return {
    photo: profileSrc,
    passportFront: passportFrontSrc,
    passportBack: passportBackSrc,
    document: visaApplicationDocuments[0]?.src,
  };
}
const open = (link: string, init?: RequestInit) => fetch(server.url + link, init);
const readBytes = async (link: string) => Buffer.from(await (await open(link)).arrayBuffer());

/** Returns the mean green value (0 to 255) of a strip of the picture. */
async function greenOf(picture: Buffer, top: number): Promise<number> {
  const strip = await sharp(picture).extract({ left: 10, top, width: 280, height: 60 }).png().toBuffer();
  return (await sharp(strip).stats()).channels[1]!.mean;
}

describe("a signed URL", () => {
  test.each([
    ["photo", "image/jpeg", "inline"],
    ["passportFront", "image/jpeg", "inline"],
    ["passportBack", "image/png", "inline"],
    ["document", "application/pdf", "attachment"],
  ] as const)(
    "serves the %s as %s without an Authorization header and blocks active content",
    async (which, type, disposition) => {
      const response = await open(links[which]);
      expect(response.status).toBe(200);
      const { headers } = response;
      expect(headers.get("content-type")).toBe(type);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("private, no-store");
      expect(headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none';/);
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("content-disposition")).toMatch(
        new RegExp(`^${disposition}; filename\\*=UTF-8''[\\w.%-]+$`),
      );
    },
  );

  test("serves the file under its original name, with unsafe characters replaced", async () => {
    const nameOf = async (link: string) =>
      (await open(link)).headers.get("content-disposition")!.split("''")[1]!;
    expect(decodeURIComponent(await nameOf(links.passportBack))).toBe("Asha Rao Rückseite.png");
    expect(decodeURIComponent(await nameOf(links.document))).toBe("hôtel (Taj_ 2).pdf");
  });

  test("gets the same 404 as an unknown file's URL if any part of it is changed", async () => {
    const other = await signIn(server);
    const [path, query] = links.photo.split("?") as [string, string];
    const { u, l, e, s } = Object.fromEntries(new URLSearchParams(query)) as Record<
      "u" | "l" | "e" | "s",
      string
    >;
    const otherLogin = (await readTables(server, ["session"]))["session"].at(-1)!.sessionId;
    const swapped = s.startsWith("A") ? `B${s.slice(1)}` : `A${s.slice(1)}`;
    const changed = [
      path,
      `${path}?u=${u}&l=${l}&e=${e}`,
      `${path}?u=${u}&l=${l}&e=${e}&s=`,
      `${path}?u=${u}&l=${l}&e=${e}&s=${swapped}`,
      `${path}?u=${u}&l=${l}&e=${Number(e) + 60}&s=${s}`,
      `${path}?u=${u}&e=${e}&s=${s}`,
      `${path}?u=${u}&l=${otherLogin}&e=${e}&s=${s}`,
      `${path}?u=${other.userId}&l=${l}&e=${e}&s=${s}`,
      `${path}?u=${other.userId}&l=${otherLogin}&e=${e}&s=${s}`,
      // The same person's signed query string, but for another file.
      `${path}?${links.passportFront.split("?")[1]}`,
      `/files/${randomUUID()}?${query}`,
      "/files/..%2f..%2fportal.sqlite?" + query,
    ];
    const absent = await open(`/files/${randomUUID()}`);
    expect(absent.status).toBe(404);
    const body = await absent.text();
    for (const link of changed) {
      const headers = { authorization: `Bearer ${traveller.token}` };
      const response = await open(link, { headers });
      expect({ link, status: response.status, body: await response.text() }).toEqual({
        link,
        status: 404,
        body,
      });
    }
    expect((await open(links.photo)).status).toBe(200);
  });

  test("expires after five minutes", async () => {
    const halfPast = new Date().setSeconds(30, 0);
    const setServer = (moment: number) => setClock(server, new Date(moment).toISOString());
    await setServer(halfPast);
    const { photo } = linksOf((await traveller.readRequest()).visaApplicants[0]);
    const expires = Number(new URLSearchParams(photo.split("?")[1]).get("e"));
    expect(expires - halfPast / 1000).toBeLessThanOrEqual(300);
    expect((await open(photo)).status).toBe(200);
    await setServer(halfPast + 301_000);
    expect((await open(photo)).status).toBe(404);
    await setServer(Date.now());
  });
});

describe("a served file", () => {
  test.each(["photo", "passportFront", "passportBack"] as const)("has no metadata (%s)", async (which) => {
    const bytes = await readBytes(links[which]);
    const { exif, xmp, iptc, icc, orientation, comments } = await sharp(bytes).metadata();
    expect({ exif, xmp, iptc, icc, orientation, comments }).toEqual({});
    expect(bytes.includes(phoneMake)).toBe(false);
    expect(bytes.includes(phoneLatitude)).toBe(false);
  });

  test("is rotated upright according to its EXIF orientation and keeps its resolution", async () => {
    const before = await sharp(sent["input.profileFile"]!.bytes).metadata();
    expect(before).toMatchObject({ width: 400, height: 300, orientation: 6 });
    const sentBytes = Buffer.from(sent["input.profileFile"]!.bytes);
    expect([phoneMake, phoneLatitude].map((one) => sentBytes.includes(one))).toEqual([true, true]);
    const bytes = await readBytes(links.photo);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 300, height: 400, density: 300 });
    // The upright picture has a red band at the top and is grey below it.
    expect(await greenOf(bytes, 10)).toBeLessThan(20);
    expect(await greenOf(bytes, 330)).toBeGreaterThan(100);
  });

  test("is byte-for-byte identical to the upload if it is a PDF", async () => {
    expect((await readBytes(links.document)).equals(sent["input.documentFiles.0"]!.bytes)).toBe(true);
  });
});

describe("the data folder", () => {
  /** The folder includes the write-ahead log, the outbox and the sandbox's journal. */
  async function readAll(): Promise<{ name: string; bytes: Buffer }[]> {
    const entries = await readdir(server.dataDir, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const all = [...new Set([...paths, ...(await server.listFiles())])];
    return Promise.all(all.map(async (name) => ({ name, bytes: await readFile(name) })));
  }

  test("contains no passport number, file or file name in plaintext", async () => {
    const { visaRequestId } = traveller.request;
    await traveller.do(documents.createPaymentOrder, { visaRequestId });
    const served = await Promise.all(Object.values(links).map(readBytes));
    const secrets = [
      ...[passportNumber, passportNumber.toLowerCase()].flatMap((text) => [
        Buffer.from(text),
        Buffer.from(text, "utf16le"),
        Buffer.from(Buffer.from(text).toString("base64").replace(/=+$/, "")),
        Buffer.from(Buffer.from(text).toString("hex")),
      ]),
      ...Object.values(sent).map(({ name }) => Buffer.from(name)),
      ...["Vorderseite", "Rückseite", "hôtel", paperText, phoneMake, "%PDF-", "JFIF\0", "Exif\0", "IHDR"].map(
        (text) => Buffer.from(text),
      ),
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]),
      ...served.flatMap((bytes) => [
        bytes.subarray(0, 24),
        bytes.subarray(bytes.length >> 1).subarray(0, 24),
      ]),
    ];
    const all = await readAll();
    const ends = all.map(({ name }) => name.slice(server.dataDir.length + 1));
    expect(ends).toContain("sandbox/razorpay.jsonl");
    expect(await server.listFiles()).toHaveLength(4);
    const database = Buffer.from(await rawDatabase(server), "latin1");
    expect(database.length).toBeGreaterThan(10_000);
    all.push({ name: "the database", bytes: database });
    for (const { name, bytes } of all)
      for (const secret of secrets)
        if (bytes.includes(secret)) throw new Error(`${name} has ${secret.toString("latin1")}`);
    for (const secret of secrets) expect(server.output.includes(secret.toString("latin1"))).toBe(false);
  });

  test("contains no files of a removed applicant", async () => {
    const before = await server.listFiles();
    const { visaApplicantId } = await addApplicant(traveller, await makeSmallFiles());
    expect(await server.listFiles()).toHaveLength(before.length + 3);
    await traveller.do(documents.removeVisaApplicant, { visaApplicantId });
    expect((await server.listFiles()).toSorted()).toEqual(before.toSorted());
  });

  test("loses only orphaned and half-written files at the next start", async () => {
    const kept = await server.listFiles();
    const lost = server.pathOfFile(`ab${randomUUID().slice(2)}`);
    const folder = dirname(lost);
    await mkdir(folder, { recursive: true });
    const halfWritten = join(folder, `.tmp-ab${randomUUID().slice(2)}-0011aabb`);
    // A bucket cannot contain half-written objects.
    for (const path of server.isOnDisk ? [lost, halfWritten] : [lost]) {
      await writeFile(path, "sealed bytes");
      // Servers that share a store spare files younger than a day.
      const twoDaysAgo = new Date(Date.now() - 48 * 60 * 60_000);
      await utimes(path, twoDaysAgo, twoDaysAgo);
    }
    await server.restart("SIGKILL");
    await server.untilPrinted("swept files without a row");
    expect((await server.listFiles()).toSorted()).toEqual(kept.toSorted());
    const fresh = linksOf((await traveller.readRequest()).visaApplicants[0]);
    for (const link of Object.values(fresh)) expect((await open(link)).status).toBe(200);
  });
});
