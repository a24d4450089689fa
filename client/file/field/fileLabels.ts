import type { FilePurpose } from "../../../server/modules/file/file.rules";

/** What a picture for that purpose is called in short. */
export const pictureWord = (purpose: FilePurpose) => (purpose === "PHOTO" ? "photo" : "scan");

/** Shown and spoken while a picture is fitted to the guidance. */
export const fittingWords = (purpose: FilePurpose) => `Fitting your ${pictureWord(purpose)}…`;
