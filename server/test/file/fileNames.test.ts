import { beforeAll, describe, expect, test } from "@jest/globals";
import { addApplicant } from "../kit/stories/applicants";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import * as documents from "../kit/documents";
import { authHeaders, uploadPath, sendBytes, toBody } from "../kit/wire/rawUploads";
import { RunningServer } from "../kit/server/runningServer";
import { signedInTraveller, type Traveller } from "../kit/personas/traveller";

let server: RunningServer;
let files: PassportFiles;
beforeAll(async () => {
  server = RunningServer.shared();
  files = await makeSmallFiles();
});

const open = (link: string) => fetch(server.url + link);
const addPhoto = async (owner: Traveller): Promise<string> => (await addApplicant(owner, files)).profileSrc;

describe("a signed URL", () => {
  test("expires with the session that it was created for, while other sessions' URLs stay valid", async () => {
    const owner = await signedInTraveller(server).withRequest();
    const photo = await addPhoto(owner);
    const others = await addPhoto(await signedInTraveller(server).withRequest());
    expect((await open(photo)).status).toBe(200);
    await owner.call(documents.logout);
    expect((await open(photo)).status).toBe(404);
    expect((await open(others)).status).toBe(200);
  });

  test("expires when the applicant is removed", async () => {
    const owner = await signedInTraveller(server).withRequest();
    const { visaApplicantId, profileSrc } = await addApplicant(owner, files);
    expect((await open(profileSrc)).status).toBe(200);
    await owner.do(documents.removeVisaApplicant, { visaApplicantId });
    expect((await open(profileSrc)).status).toBe(404);
  });
});

describe("a file name", () => {
  test.each([
    ['a"b\\"; filename=evil.html.jpg', "_22_ filename_evil.html.jpg"],
    ["../../etc/passwd.jpg", "passwd.jpg"],
    ["C:\\Windows\\win.jpg", "win.jpg"],
    ["ça va आशा 写真.jpg", "ça va आशा 写真.jpg"],
    ["gpj.\u202eexe.jpg", "gpj.exe.jpg"],
    ["it's 100% (new)*.jpg", "it's 100_ (new)_.jpg"],
    [`${"b".repeat(251)}.jpg`, `${"b".repeat(96)}.jpg`],
    ["%0d%0aSet-Cookie: a=b.jpg", "_0d_0aSet-Cookie_ a_b.jpg"],
  ])("sent as %j is returned as %j and cannot inject a header", async (sentName, name) => {
    const owner = await signedInTraveller(server).withRequest();
    // Escaped as browsers escape a file name in a part header (RFC 7578, WHATWG).
    const escaped = sentName.replaceAll("\\", "\\\\").replaceAll('"', "%22");
    const body = toBody("REST", owner, {
      ...files,
      "input.profileFile": { ...files["input.profileFile"], name: escaped },
    });
    const answer = await sendBytes(server, uploadPath("REST"), body, authHeaders(owner));
    expect(answer.status).toBe(200);
    const [{ profileSrc }] = (await owner.readRequest()).visaApplicants;
    const response = await open(profileSrc);
    const disposition = response.headers.get("content-disposition")!;
    expect(disposition).toMatch(/^inline; filename\*=UTF-8''[\w.%-]+$/);
    expect(decodeURIComponent(disposition.split("''")[1]!)).toBe(name);
    expect(response.headers.has("set-cookie")).toBe(false);
  });
});
