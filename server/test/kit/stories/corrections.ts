/** Corrections requested from a traveller with two documents, and files for the answers. */
import { makePng } from "../files/makeImage";
import { png } from "../personas/applicantFiles";
import type { TestFile } from "../wire/callApi";
import { readFiles, readAsOwner, type ReviewScene } from "./review";

export interface CorrectionFiles {
  /** The documents that are sent first, as `startReview` expects them. */
  papers: Record<string, TestFile>;
  ticket: TestFile;
  /** A picture that can replace any file. */
  sharper: TestFile;
}

export async function makeCorrectionFiles(): Promise<CorrectionFiles> {
  const bytes = await makePng({ width: 200, height: 140, background: "#0000aa" });
  const ticket = png(bytes, "ticket.png");
  const papers = { "input.documentFiles.0": ticket, "input.documentFiles.1": png(bytes, "hotel.png") };
  const sharper = png(await makePng({ width: 400, height: 280, background: "#00aa00" }), "sharper.png");
  return { papers, ticket, sharper };
}

type Correction = Awaited<ReturnType<typeof readAsOwner>>["visaApplicants"][0]["corrections"][0];

/** Corrections by the field or file that they are about. */
type Asked = Record<Correction["field"] | Correction["paper"], Correction>;

/** Returns an applicant's open corrections as the owner reads them, by the field or file that each is about. */
export async function readAsked(
  scene: Pick<ReviewScene, "traveller" | "visaRequestId">,
  index = 0,
): Promise<Asked> {
  const { corrections } = (await readAsOwner(scene)).visaApplicants[index]!;
  return Object.fromEntries(corrections.map((one) => [one.field ?? one.paper, one])) as Asked;
}

/** Returns the ids of the first applicant's files by kind, or by name for documents. */
export async function paperIds(scene: ReviewScene): Promise<Record<string, string>> {
  return Object.fromEntries(
    (await readFiles(scene)).map(({ fileId, kind, imageName }) => [
      kind === "DOCUMENT" ? imageName : kind,
      fileId,
    ]),
  );
}
