import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { makePdf } from "../../../../server/test/kit/files/makePdf";
import type { Traveller } from "../../../../server/test/kit/personas/traveller";
import { withoutPictureChecks } from "../browser/withoutPictureChecks";

/** The argument of `setInputFiles`. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const pdf = (name: string, buffer = makePdf({ pages: 1, text: name })): ChosenFile => ({
  name,
  mimeType: "application/pdf",
  buffer,
});

/** Made with `makePhoneJpeg` and `makePng`, and committed because loading sharp takes 0.2 s. */
type Picture = "me.jpg" | "front.jpg" | "back.png" | "scan.png";
export const picturePath = (name: Picture): string => `client/e2e/kit/stories/pictures/${name}`;
export const readPicture = (name: Picture): Buffer => readFileSync(picturePath(name));

/** The three mandatory pictures at the guidance's minimum of pixels and bytes. */
export const pictures: Record<"photo" | "front" | "back", ChosenFile> = {
  photo: { name: "me.jpg", mimeType: "image/jpeg", buffer: readPicture("me.jpg") },
  front: { name: "front.jpg", mimeType: "image/jpeg", buffer: readPicture("front.jpg") },
  back: { name: "back.png", mimeType: "image/png", buffer: readPicture("back.png") },
};

/** Opens the wizard of the traveller's application and waits until it has loaded. */
export async function openWizard(page: Page, traveller: Traveller, query = ""): Promise<void> {
  await page.goto(`/visarequest/${traveller.request.visaRequestId}${query}`);
  await page.getByRole("tablist", { name: "Application steps" }).waitFor();
}

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

export async function choose(page: Page, label: string | RegExp, files: ChosenFile | ChosenFile[]) {
  await page.locator("input[type=file]").and(page.getByLabel(label)).first().setInputFiles(files);
}

/** Chooses the photo and the passport pages, without checking or reading them, and continues to the Details tab. */
export async function fillPictures(page: Page): Promise<void> {
  const { photo, front, back } = pictures;
  await withoutPictureChecks(page.context());
  await choose(page, "Passport-size photo", photo);
  await page.getByRole("img", { name: "Passport-size photo" }).waitFor();
  await button(page, "Continue").click();
  await choose(page, "Passport front page", front);
  await choose(page, "Passport back page", back);
  await page.getByRole("img", { name: "Passport back page" }).waitFor();
  await button(page, "Continue").click();
  await page.getByRole("heading", { name: "Applicant details" }).waitFor();
}

export const person = {
  Title: "Mrs.",
  "First name": "Asha",
  "Last name": "Rao",
  "Date of birth": "14-05-1990",
  "Passport number": "Z1234567",
  "Passport issue date": "15-01-2020",
  "Passport expiry date": "14-01-2040",
  Comments: "First trip abroad",
};

/** Fills in the Details tab, except the documents; questions of the visa are answered if they are blank. */
export async function fillDetails(page: Page, changes: Partial<typeof person> = {}): Promise<void> {
  const { Title, ...texts } = { ...person, ...changes };
  await page.getByLabel("Title").selectOption(Title);
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text);
  await answerQuestions(page);
}

/** Answers each blank question of the visa, and answers no to each circumstance. */
export async function answerQuestions(page: Page): Promise<void> {
  for (const question of await page.locator("input[id^=applicant-requiredDocument][type=text]").all())
    if ((await question.inputValue()) === "") await question.fill("Hotel Sofitel, 15 Ngo Quyen, Hanoi");
  for (const no of await page.getByRole("radio", { name: "No", exact: true }).all()) await no.check();
}
