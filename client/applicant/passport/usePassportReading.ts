import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FieldGap } from "../../../server/modules/file/passport/decideFields.rules";
import type { ZoneLines } from "../../../server/modules/file/passport/sureLines.rules";
import type { PreparedFile } from "../../file/field/prepareFile";
import { readPassportFile } from "../../file/passport/readPassportFile";
import { blankDetails, type ApplicantFiles } from "../form/applicantForm";
import type { DetailsForm } from "../form/useDetailsForm";
import type { ApplicantPartsFragment } from "../operations.generated";
import type { PassportState } from "./passportTexts";
import {
  isAsRead,
  isSamePassport,
  readNames,
  toReadDetails,
  type ReadDetails,
  type ReadName,
} from "./readDetails";

/**
 * The result of comparing a field with the passport: the same value, another value, or the reason why none was read.
 */
export type FieldRemark =
  | { kind: "asRead" }
  | { kind: "differs"; read: string }
  | { kind: "gap"; gap: FieldGap };

export interface PassportSources {
  details: DetailsForm;
  before: ApplicantPartsFragment | undefined;
  first: ApplicantPartsFragment | undefined;
  restored: ApplicantFiles | undefined;
}

/** Fills in values from the passport, except in fields that the traveller has typed in. */
function useFilledDetails({ details, before, first }: PassportSources) {
  const { form } = details;
  /** The values before anything is typed; undefined for an existing applicant, whose values count as typed. */
  const [blank] = useState(() => (before ? undefined : blankDetails(first)));
  /** Values that earlier pictures filled in; they may be replaced. */
  const filled = useRef<ReadDetails>({});
  const { dirtyFields } = form.formState;
  const dirty = useRef(dirtyFields);
  useEffect(() => {
    dirty.current = dirtyFields;
  });

  const isTyped = (name: ReadName) => {
    const value = form.getValues(name);
    if (value === "" || value === filled.current[name]) return false;
    // If the title was chosen, the gender that it implies counts as typed.
    const { [name]: isDirty, title } = dirty.current;
    return Boolean(isDirty) || (name === "gender" && title === true) || value !== blank?.[name];
  };
  /** Fills in values, and clears those of an earlier picture unless it showed the same passport. */
  const fill = (values: ReadDetails) => {
    const options = { shouldValidate: form.formState.isSubmitted };
    const earlier = filled.current;
    const known = isSamePassport(earlier, values) ? { ...earlier, ...values } : values;
    const notTyped = readNames.filter((name) => !isTyped(name));
    for (const name of notTyped)
      if ((known[name] ?? earlier[name]) !== undefined)
        form.setValue(name, known[name] ?? blank?.[name] ?? "", options);
    filled.current = Object.fromEntries(notTyped.map((name) => [name, known[name]]));
    if (filled.current.gender) details.suggestTitleFor(form.getValues("gender"));
    else if (earlier.gender && !dirty.current.title) form.setValue("title", blank?.title ?? "", options);
    if (filled.current.dateOfBirth) details.suggestCategory(form.getValues("dateOfBirth"));
  };
  const isBlank = (name: ReadName, value: string) => value === "" || value === blank?.[name];
  return { fill, isBlank };
}

/**
 * Reads a front page when it is chosen, and fills in the fields that were not typed. The fields of a
 * restored page are marked, but not filled in again.
 */
export function usePassportReading(given: PassportSources) {
  const { details, restored } = given;
  const { today } = details;
  const [state, setState] = useState<PassportState>({ kind: "none" });
  const [read, setRead] = useState<ReadDetails>({});
  const [lines, setLines] = useState<ZoneLines>();
  const latest = useRef(0);
  const { fill, isBlank } = useFilledDetails(given);

  const take = async (prepared: PreparedFile | undefined, fills: boolean) => {
    latest.current += 1;
    const turn = latest.current;
    setRead({});
    setLines(undefined);
    if (!prepared) return setState({ kind: "none" });
    setState({ kind: "reading" });
    const reading = await readPassportFile(prepared, today);
    if (turn !== latest.current) return;
    const values = reading?.fields ? toReadDetails(reading.fields, reading.lines) : {};
    if (fills) fill(values);
    if (!reading) return setState({ kind: "unavailable" });
    setLines(reading.sureLines);
    if (!reading.fields) return setState({ kind: "problem", problem: reading.problem });
    setRead(values);
    setState({ kind: "read", fields: reading.fields, isCut: reading.isCut });
  };
  const takeRestored = useEffectEvent(() => {
    const front = restored?.chosen.passportFrontFile;
    if (front) void take(front, false);
  });
  useEffect(() => takeRestored(), []);

  const remark = (name: string): FieldRemark | undefined => {
    const field = readNames.find((one) => one === name);
    if (!field || state.kind !== "read") return undefined;
    const value = details.tidied[field];
    const said = read[field];
    if (said !== undefined)
      return isAsRead(field, value, said) ? { kind: "asRead" } : { kind: "differs", read: said };
    if (field === "passportCountry") return undefined;
    const { gap } = state.fields[field];
    return gap && isBlank(field, value) ? { kind: "gap", gap } : undefined;
  };

  return {
    state,
    take: (prepared: PreparedFile | undefined) => void take(prepared, true),
    remark,
    /** Both MRZ lines of the chosen page, if they were read reliably. */
    lines,
    /** Replaces the typed value with the passport's. */
    accept: (name: ReadName) => {
      const value = read[name];
      if (value === undefined) return;
      details.fill(name, value);
      if (name === "gender") details.suggestTitleFor(value);
      if (name === "dateOfBirth") details.suggestCategory(value);
    },
  };
}

export type PassportReadingState = ReturnType<typeof usePassportReading>;
