/** Messages of the wizard about the photo. They give advice and never reject a photo. */
import {
  photoCheckNames,
  type PhotoChecks,
  type PhotoFault,
} from "../../../server/modules/file/photo/photoChecks.rules";
import type { PhotoState } from "./usePhotoCheck";

type CheckName = keyof PhotoChecks;

const okTexts: Record<CheckName, string> = {
  oneFace: "One face is in the photo",
  headHeight: "The head has the right size",
  position: "The face is in the right place",
  eyesLevel: "The eyes are level",
  background: "The background is plain and light",
  sharpness: "The photo is sharp",
  light: "The photo is bright enough",
  size: "Shape and file size are right",
};

const notJudgedTexts: Record<CheckName, string> = {
  oneFace: "Check that only your face is in the photo.",
  headHeight: "Check that your head fills three quarters of the photo’s height.",
  position: "Check that your face is in the middle.",
  eyesLevel: "Check that your eyes are level.",
  background: "Check that the background is plain and light.",
  sharpness: "Check that your eyes are sharp.",
  light: "Check that your face is well lit.",
  size: "Check the size of the file.",
};

const todoTexts: Record<PhotoFault, string> = {
  NO_FACE: "We see no face. Look straight at the camera, in good light.",
  SEVERAL_FACES: "There is more than one face. Only you may be in the photo.",
  HEAD_TOO_SMALL: "The head is too small. Zoom in with Adjust, or go closer.",
  HEAD_TOO_LARGE: "The head is too large. Zoom out with Adjust, or go farther away.",
  OFF_CENTRE: "The face is not in the middle. Move the photo with Adjust.",
  EYES_TOO_LOW: "The face is too low. Move the photo up with Adjust.",
  EYES_TOO_HIGH: "The face is too high. Move the photo down with Adjust.",
  TILTED: "The head is tilted. Hold it straight and take the photo again.",
  BUSY_BACKGROUND: "The background is not plain. Stand in front of a plain, light wall.",
  DARK_BACKGROUND: "The background is too dark. Stand in front of a plain, light wall.",
  BLURRED: "The photo is blurred. Hold the phone still and take it again.",
  TOO_DARK: "The photo is too dark. Face a window and take it again.",
  TOO_BRIGHT: "The photo is too bright. Turn off the flash and take it again.",
  OTHER_SHAPE: "The photo has another shape. Cut it with Adjust.",
  FEW_PIXELS: "The photo has few pixels. Choose the original picture, or take it again.",
  FEW_KILOBYTES: "The file is smaller than advised. You can continue with it.",
  MANY_KILOBYTES: "The file is larger than advised. You can continue with it.",
};

export interface ChecklistItem {
  name: CheckName;
  kind: "ok" | "todo" | "notJudged";
  text: string;
}

/** Returns faults first, then checks without a result, then passed checks. */
export function listChecks(checks: PhotoChecks): ChecklistItem[] {
  const items = photoCheckNames.map((name): ChecklistItem => {
    const verdict = checks[name];
    if (verdict === "ok") return { name, kind: "ok", text: okTexts[name] };
    if (verdict === "notJudged") return { name, kind: "notJudged", text: notJudgedTexts[name] };
    return { name, kind: "todo", text: todoTexts[verdict] };
  });
  const order = ["todo", "notJudged", "ok"];
  return items.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/** Returns the state in one or two sentences; undefined if there is nothing to report. */
export function describePhoto(state: PhotoState): string | undefined {
  switch (state.kind) {
    case "none":
      return undefined;
    case "checking":
      return "Checking the photo on this device…";
    case "unavailable":
      return "We could not check the photo on this device. You can continue with it.";
    case "checked":
      if (state.mayBePassport) return "This looks like a passport page. You can continue with it.";
      return `${state.isCropped ? "We cut the photo to your face. " : ""}${describeChecks(state.checks)}`;
  }
}

function describeChecks(checks: PhotoChecks): string {
  const todo = listChecks(checks).filter(({ kind }) => kind === "todo").length;
  if (todo === 0) return "We found nothing to improve.";
  return `${todo === 1 ? "One thing" : `${todo} things`} to improve. You can continue with this photo.`;
}
