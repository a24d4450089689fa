import type { StoredFile } from "../../file/field/FilePreview";
import type { ApplicantPartsFragment } from "../operations.generated";
import type { FileSlot } from "./wizardSteps";

/** What the server keeps in a slot, behind a signed link. */
export function storedFile(applicant: ApplicantPartsFragment, slot: FileSlot): StoredFile {
  if (slot === "passportFrontFile")
    return { src: applicant.passportFrontSrc, contentType: applicant.passportFrontType };
  if (slot === "passportBackFile")
    return { src: applicant.passportBackSrc, contentType: applicant.passportBackType };
  // The photo is never a PDF; which kind of picture it is makes no difference for showing it.
  return { src: applicant.profileSrc, contentType: "image/jpeg" };
}
