import type { PhotoChecks } from "../../../server/modules/file/photo/photoChecks.rules";
import { defaultPhotoRules, type PhotoRules } from "../../../server/modules/file/photo/photoRules.rules";
import { askWorker } from "../askWorker";
import { adjustFile, getOriginal, type PreparedFile } from "../field/prepareFile";
import type { Edit } from "../images/geometry";
import type { PhotoTask, Proposed } from "./photo.worker";

export const startPhotoWorker = () =>
  new Worker(new URL("./photo.worker.ts", import.meta.url), { type: "module" });

const ask = <Response>(task: PhotoTask) => askWorker<Response>(startPhotoWorker, task, "check the photo");

/** Finds the face in the chosen picture. Returns undefined if this device cannot run the face detection. */
export async function findCrop({ file }: PreparedFile, rules: PhotoRules): Promise<Proposed | undefined> {
  return ask<Proposed>({ kind: "propose", file: getOriginal(file).file, rules, isThorough: true });
}

/** True if a file that was chosen as a passport page is a portrait. */
export async function isPortrait({ file, contentType }: PreparedFile): Promise<boolean> {
  if (contentType === "application/pdf") return false;
  const proposed = await ask<Proposed>({
    kind: "propose",
    file,
    rules: defaultPhotoRules,
    isThorough: false,
  });
  return proposed?.isPortrait ?? false;
}

/** Checks the file that will be sent. Returns undefined if this device cannot check it. */
export async function checkPhotoFile(
  { file, sourceLongSide }: PreparedFile,
  rules: PhotoRules,
): Promise<PhotoChecks | undefined> {
  return ask<PhotoChecks>({ kind: "check", file, sourceLongSide, rules });
}

/** True if the file was fitted and the traveller did not adjust it. */
export function isCroppedAutomatically({ file }: PreparedFile): boolean {
  const original = getOriginal(file);
  return original.file !== file && !original.edit;
}

/** Returns the cropped photo, or undefined if that fails, e.g. because the crop has too few pixels. */
export async function cropTo(
  photo: PreparedFile,
  edit: Edit,
  rules: PhotoRules,
): Promise<PreparedFile | undefined> {
  const { ready } = await adjustFile("PHOTO", photo, edit, rules);
  return ready;
}
