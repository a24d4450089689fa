import { expect, test } from "@jest/globals";
import { makePdf } from "../../../server/test/kit/files/makePdf";
import { jpeg } from "../../../server/test/kit/personas/applicantFiles";
import { poll } from "../../../server/test/kit/poll";
import { detailsOnPassport, readFixedPictures } from "../../../server/test/passport/fixedPictures";
import { expectUsable } from "../kit/page/findViolations";
import { paidFor } from "../kit/stories/cases";
import {
  button,
  chooseVisa,
  fillApproval,
  openApproval,
  provideStaffConsole,
  snap,
  startReview,
  toCasePath,
} from "../kit/stories/staffCase";

/** MRZ lines that the server has read: staff compare them and approve without typing them. */

const { fixture, openCase } = provideStaffConsole();
const { jpeg: picture, lines } = readFixedPictures("fair")[13]!;
const details = detailsOnPassport(lines);
const front = { "input.passportFrontFile": jpeg(picture, "front.jpg") };

test("matching lines are shown, and an approval does not ask for them", async () => {
  const traveller = await paidFor(fixture.server, { ...details, files: front });
  const { page, complaints } = await openCase(toCasePath(traveller));
  await startReview(page);
  const zone = page.getByRole("region", { name: "Machine-readable zone" });
  expect(await zone.getByRole("group", { name: "The two lines" }).innerText()).toBe(lines.join("\n"));
  await zone.getByText("Read from the picture by our server.").waitFor();
  await zone.getByText("All fields that both have are the same.").waitFor();
  expect(await page.getByLabel("Upper line").count()).toBe(0);
  await expectUsable(page);
  await snap(page, "mrz-read-desktop");

  const dialog = await openApproval(page);
  const open = dialog.getByRole("list", { name: "Not looked at yet" });
  expect((await open.innerText()).split("\n").some((item) => item.startsWith("MRZ"))).toBe(false);
  const { passportNumber, firstName, lastName } = details;
  await chooseVisa(
    dialog,
    "visa.pdf",
    makePdf({ text: `E-VISA ${passportNumber} ${firstName} ${lastName}` }),
  );
  await fillApproval(
    dialog,
    passportNumber,
    `${firstName} ${lastName}`,
    "The files were seen at the counter.",
  );
  await button(dialog, "Approve").click();
  await page.getByText("Nothing is left to decide.").waitFor();
  expect(complaints).toEqual([]);
});

test("a difference is marked, and stays open until a staff member has compared the lines", async () => {
  const entered = { ...details, passportNumber: "ZX0417529", lastName: "Chauvoux" };
  const traveller = await paidFor(fixture.server, { ...entered, files: front });
  const { page, complaints } = await openCase(toCasePath(traveller));
  await startReview(page);
  const zone = page.getByRole("region", { name: "Machine-readable zone" });
  await zone.getByText("2 of 8 fields differ.").waitFor();
  await zone.getByRole("row").filter({ hasText: "Passport number" }).getByText("Differs").waitFor();
  const dialog = await openApproval(page);
  await dialog.getByText("MRZ: read from the picture, and differs in last name, passport number").waitFor();
  await page.keyboard.press("Escape");
  await expectUsable(page);
  await snap(page, "mrz-differs-desktop");

  await button(page, "The lines are as on the page").click();
  await zone.getByText("Entered by our staff.").waitFor();
  await poll(async () => expect(await button(page, "The lines are as on the page").count()).toBe(0));
  await openApproval(page);
  await poll(async () => expect(await dialog.getByText("MRZ:").count()).toBe(0));
  expect(complaints).toEqual([]);
});
