import {
  checkCountry,
  normaliseCountryChanges,
  type DocumentItem,
} from "../../../../server/modules/catalogue/catalogueAdmin.rules";
import { normaliseFacts } from "../../../../server/modules/catalogue/requirement/requirementChanges.rules";
import { suggestId } from "../../../../server/modules/catalogue/requirement/requirementFacts.rules";
import { todayInKolkata } from "../../../../server/core/day.rules";
import { toOneLine } from "../../../../server/core/text.rules";
import type { StaffCountryPartsFragment as Country } from "../operations.generated";
import { toNumber } from "../../../lib/format";
import type { FormViolation } from "../../../lib/useViolations";
import { keyOf } from "./requirementItems";

/** A requirement as form values; an empty text means that the part is not stated. */
export type RequirementInputs = ReturnType<typeof toInputs>;

const text = (value: number | null | undefined) => (value == null ? "" : String(value));
const yesOrNo = (is: boolean | undefined): "yes" | "no" => (is ? "yes" : "no");

export function toInputs({ visaType, documentName, requirement }: DocumentItem) {
  const { label, kind, categories, when, fileRules, sourceUrl, checkedOn } = requirement;
  return {
    visaType,
    documentName,
    label,
    kind,
    categories,
    isRequired: yesOrNo(requirement.isRequired),
    isSameForAll: yesOrNo(requirement.isSameForAll),
    minStayDays: text(when.minStayDays),
    maxStayDays: text(when.maxStayDays),
    entry: when.entry ?? ("" as const),
    isTransit: when.isTransit === undefined ? ("" as const) : yesOrNo(when.isTransit),
    visas: when.visas ?? [],
    circumstance: when.circumstance ?? "",
    formats: fileRules?.formats ?? [],
    maxKilobytes: text(fileRules?.maxKilobytes),
    widthMillimetres: text(fileRules?.widthMillimetres),
    heightMillimetres: text(fileRules?.heightMillimetres),
    sourceUrl: sourceUrl ?? "",
    checkedOn: checkedOn ?? "",
  };
}

/** Returns a new requirement, with the source of the country's first requirement. */
export function makeBlank({ visas, documents }: Country): RequirementInputs {
  return toInputs({
    visaType: visas[0]?.visaType ?? "TOURIST",
    documentName: "",
    requirement: normaliseFacts({
      requirementId: "",
      kind: "DOCUMENT",
      label: "",
      categories: ["ADULT", "CHILD", "INFANT"],
      isRequired: true,
      sourceUrl: documents[0]?.requirement.sourceUrl ?? null,
    }),
  });
}

/** Returns the typed requirement; `requirementId` is undefined for a new one. */
export function toItem(
  inputs: RequirementInputs,
  requirementId: string | undefined,
  items: readonly DocumentItem[],
): DocumentItem {
  const { visaType, kind, label, categories, entry, isTransit, visas, circumstance, sourceUrl } = inputs;
  return {
    visaType,
    documentName: toOneLine(inputs.documentName),
    requirement: normaliseFacts({
      requirementId: requirementId ?? findFreeId(suggestId(label), visaType, items),
      kind,
      label,
      categories,
      sourceUrl,
      isRequired: inputs.isRequired === "yes",
      isSameForAll: inputs.isSameForAll === "yes",
      when: {
        minStayDays: toNumber(inputs.minStayDays),
        maxStayDays: toNumber(inputs.maxStayDays),
        entry: entry || null,
        isTransit: isTransit === "" ? null : isTransit === "yes",
        visas,
        circumstance,
      },
      fileRules:
        kind === "QUESTION"
          ? null
          : {
              formats: inputs.formats,
              maxKilobytes: toNumber(inputs.maxKilobytes),
              widthMillimetres: toNumber(inputs.widthMillimetres),
              heightMillimetres: toNumber(inputs.heightMillimetres),
            },
      checkedOn: inputs.checkedOn || null,
    }),
  };
}

function findFreeId(id: string, visaType: DocumentItem["visaType"], items: readonly DocumentItem[]): string {
  const taken = new Set(items.map(keyOf));
  let free = id;
  for (let count = 2; taken.has(keyOf({ visaType, requirement: { requirementId: free } })); count++)
    free = `${id.slice(0, 57).replace(/-$/, "")}-${count}`;
  return free;
}

/**
 * Returns the violations found in the list with this requirement, with the names of the form's inputs as their fields.
 */
export function findItemViolations(
  items: readonly DocumentItem[],
  item: DocumentItem,
  country: Country,
): FormViolation[] {
  const found = checkCountry(normaliseCountryChanges({ documents: [...items] }), {
    visas: country.visas,
    today: todayInKolkata(new Date()),
  });
  return toFormViolations(found, items, item);
}

/**
 * Replaces the field of each violation by the name of the form's input: `documents.2.requirement.when.visas` becomes
 * `visas`.
 */
export function toFormViolations(
  violations: readonly FormViolation[],
  items: readonly DocumentItem[],
  item: DocumentItem,
): FormViolation[] {
  const own = `documents.${items.findIndex((one) => keyOf(one) === keyOf(item))}.`;
  return violations.map(({ field, message }) => {
    const name = field?.startsWith(own) ? field.split(".").at(-1)! : null;
    return { field: name === "requirementId" || name === "fileRules" ? null : name, message };
  });
}
