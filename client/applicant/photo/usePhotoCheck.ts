import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PhotoChecks } from "../../../server/modules/file/photo/photoChecks.rules";
import type { PhotoRules } from "../../../server/modules/file/photo/photoRules.rules";
import type { PreparedFile } from "../../file/field/prepareFile";
import type { Edit } from "../../file/images/geometry";
import { checkPhotoFile, cropTo, findCrop, isCroppedAutomatically } from "../../file/photo/checkPhotoFile";

export type PhotoState =
  | { kind: "none" }
  | { kind: "checking" }
  | { kind: "unavailable" }
  | {
      kind: "checked";
      checks: PhotoChecks;
      /** A crop that would show the face better than the current one. */
      crop: Edit | undefined;
      isCropped: boolean;
      mayBePassport: boolean;
    };

/**
 * Crops a chosen photo to the face and checks it. A restored photo is only checked. When the visa's rules have loaded,
 * the current photo is checked again. `replace` stores the cropped photo.
 */
export function usePhotoCheck(given: {
  present: PreparedFile | undefined;
  replace: (photo: PreparedFile) => void;
  rules: PhotoRules;
}) {
  const { present, replace, rules } = given;
  const [state, setState] = useState<PhotoState>({ kind: "none" });
  const latest = useRef(0);

  const take = async (chosen: PreparedFile | undefined, isNew: boolean) => {
    latest.current += 1;
    const turn = latest.current;
    const isStale = () => turn !== latest.current;
    if (!chosen) return setState({ kind: "none" });
    setState({ kind: "checking" });
    const proposed = isNew ? await findCrop(chosen, rules) : undefined;
    if (isStale()) return;
    const { crop, hasZone: mayBePassport = false } = proposed ?? {};
    const edit = crop && !mayBePassport ? { turn: crop.turn, part: crop.part } : undefined;
    const cropped = edit && isCroppedAutomatically(chosen) ? await cropTo(chosen, edit, rules) : undefined;
    if (isStale()) return;
    if (cropped) replace(cropped);
    const checks = await checkPhotoFile(cropped ?? chosen, rules);
    if (isStale()) return;
    if (!checks) return setState({ kind: "unavailable" });
    const isBetter = checks.headHeight !== "ok" || checks.position !== "ok";
    setState({
      kind: "checked",
      checks,
      crop: cropped || !isBetter ? undefined : edit,
      isCropped: Boolean(cropped),
      mayBePassport,
    });
  };
  const takePresent = useEffectEvent(() => void take(present, false));
  useEffect(() => takePresent(), [rules.ratio, rules.kilobytes.max]);

  return { state, take: (photo: PreparedFile | undefined) => void take(photo, true) };
}
