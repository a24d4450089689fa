import { useEffect, useState } from "react";
import type { PhotoRules } from "../../../server/modules/file/photo/photoRules.rules";
import type { PreparedFile } from "../../file/field/prepareFile";
import { preloadWorkers } from "../../file/preloadWorkers";
import { isPortrait } from "../../file/photo/checkPhotoFile";
import type { FileSlot } from "../form/wizardSteps";
import { type PassportSources, usePassportReading } from "../passport/usePassportReading";
import type { ApplicantFilesState } from "../wizard/useApplicantFiles";
import { usePhotoCheck } from "./usePhotoCheck";

interface Given extends PassportSources {
  files: ApplicantFilesState;
  photoRules: PhotoRules;
}

/** Delay, in ms, before the workers are preloaded, so that the wizard's own files load first. */
const preloadAfterMs = 1_000;

/** Reads the passport page and checks the photo, on this device, whenever one of them is chosen. */
export function usePictureChecks({ files, photoRules, ...given }: Given) {
  const passport = usePassportReading(given);
  const photo = usePhotoCheck({
    present: files.files.chosen.profileFile,
    replace: (cropped) => files.choose("profileFile", cropped),
    rules: photoRules,
  });
  useEffect(() => {
    const timer = setTimeout(() => void preloadWorkers(), preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const page = files.files.chosen.passportFrontFile;
  /** The picture chosen as passport page, if it is a portrait. */
  const [portrait, setPortrait] = useState<PreparedFile>();
  const isUnread = passport.state.kind === "problem";
  useEffect(() => {
    if (!isUnread || !page) return;
    void isPortrait(page).then((is) => is && setPortrait(page));
  }, [isUnread, page]);

  return {
    passport,
    photo,
    isPageAPortrait: isUnread && page !== undefined && portrait === page,
    take: (slot: FileSlot, prepared: PreparedFile | undefined) => {
      if (slot === "passportFrontFile") passport.take(prepared);
      if (slot === "profileFile") photo.take(prepared);
    },
  };
}
