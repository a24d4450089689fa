import { useController, type UseFormReturn } from "react-hook-form";
import { todayInKolkata } from "../../../../server/core/day.rules";
import { catalogueLimits } from "../../../../server/modules/catalogue/catalogueAdmin.rules";
import { requirementLimits } from "../../../../server/modules/catalogue/requirement/requirementChanges.rules";
import { Button } from "../../../components/Button";
import { DateField } from "../../../components/DateField/DateField";
import { Disclosure } from "../../../components/Disclosure";
import { CheckBoxes } from "../../../components/form/CheckBoxes";
import { SelectField, TextAreaField, TextField } from "../../../components/form/inputs";
import adminForm from "../AdminForm.module.css";
import type { StaffVisaPartsFragment as Visa } from "../operations.generated";
import type { RequirementInputs } from "./requirementInputs";
import { categoryLabels, kindOptions } from "./requirementTexts";
import styles from "./Requirements.module.css";

interface RequirementFieldsProps {
  form: UseFormReturn<RequirementInputs>;
  isNew: boolean;
  visas: readonly Visa[];
  findError: (field: string) => string | undefined;
  onInput: (field: string) => void;
}

const typeOptions = [
  ["TOURIST", "Tourist visas"],
  ["BUSINESS", "Business visas"],
] as const;
const requiredOptions = [
  ["yes", "Required"],
  ["no", "Optional, it helps"],
] as const;
const sameForAllOptions = [
  ["no", "Each answers for themselves"],
  ["yes", "All have the same answer"],
] as const;
const entryOptions = [
  ["", "Any"],
  ["SINGLE", "Single entry"],
  ["MULTIPLE", "Multiple entry"],
] as const;
const transitOptions = [
  ["", "Any"],
  ["yes", "Transit visas only"],
  ["no", "Not transit visas"],
] as const;

export function RequirementFields({ form, isNew, visas, findError, onInput }: RequirementFieldsProps) {
  const field = (name: keyof RequirementInputs) => ({
    id: `requirement-${name}`,
    error: findError(name),
    ...form.register(name, { onChange: () => onInput(name) }),
  });
  const kind = form.watch("kind");
  const types = typeOptions.filter(([type]) => visas.some(({ visaType }) => visaType === type));
  return (
    <>
      <div className={`stack-x-4 ${styles["basics"]}`}>
        <TextField
          {...field("label")}
          label="Label"
          hint="A few words, as a heading"
          maxLength={requirementLimits.label}
          required
          data-autofocus
        />
        <SelectField {...field("kind")} label="Kind" hint="How it is fulfilled" options={kindOptions} />
        <TextAreaField
          {...field("documentName")}
          className="all-columns"
          label="Text"
          hint="In full, as the list of documents shows it"
          rows={3}
          maxLength={catalogueLimits.documentName}
          required
        />
        {isNew && types.length > 1 && <SelectField {...field("visaType")} label="For" options={types} />}
        <SelectField {...field("isRequired")} label="Required or optional" options={requiredOptions} />
        <SelectField {...field("isSameForAll")} label="Travelling together" options={sameForAllOptions} />
      </div>
      <CheckBoxes
        legend="Who is asked"
        {...field("categories")}
        options={(["ADULT", "CHILD", "INFANT"] as const).map((value) => [value, categoryLabels[value]])}
      />
      <Conditions form={form} visas={visas} field={field} />
      {kind !== "QUESTION" && <FileRulesFields form={form} field={field} />}
      <Source form={form} field={field} onInput={onInput} />
    </>
  );
}

type FieldOf = (name: keyof RequirementInputs) => ReturnType<UseFormReturn<RequirementInputs>["register"]> & {
  id: string;
  error: string | undefined;
};
interface PartProps {
  form: UseFormReturn<RequirementInputs>;
  field: FieldOf;
}

function Conditions({ form, visas, field }: PartProps & { visas: readonly Visa[] }) {
  const [type, chosen, ...stated] = form.watch([
    "visaType",
    "visas",
    "minStayDays",
    "maxStayDays",
    "entry",
    "isTransit",
    "circumstance",
  ]);
  // A chosen visa that no longer exists stays in the list until the user unticks it.
  const known = visas.filter(({ visaType }) => visaType === type);
  const gone = chosen.filter((url) => !known.some(({ visaUrl }) => visaUrl === url));
  const options = [
    ...known.map(({ visaUrl, visaName }) => [visaUrl, visaName] as const),
    ...gone.map((url) => [url, `${url} (not a visa of this type)`] as const),
  ];
  const hasAny = chosen.length > 0 || stated.some((text) => text !== "");
  return (
    <Disclosure
      summary={hasAny ? "When it applies: on conditions" : "When it applies: always"}
      isOpen={hasAny}
    >
      <TextField
        {...field("circumstance")}
        label="Circumstance"
        hint="What only the traveller knows, beginning with “If”: If you carry medicines"
        optional
        maxLength={requirementLimits.circumstance}
      />
      <div className={`stack-x-4 ${adminForm["columns"]}`}>
        <TextField {...field("minStayDays")} label="Shortest stay" hint="Days" {...numeric} />
        <TextField {...field("maxStayDays")} label="Longest stay" hint="Days" {...numeric} />
        <SelectField {...field("entry")} label="Entry" options={entryOptions} />
        <SelectField {...field("isTransit")} label="Transit" options={transitOptions} />
      </div>
      {options.length > 1 && (
        <CheckBoxes legend="Only these visas (none ticked: all)" {...field("visas")} options={options} />
      )}
    </Disclosure>
  );
}

/** Props of an input for an optional whole number. */
const numeric = { optional: true, inputMode: "numeric" } as const;

function FileRulesFields({ form, field }: PartProps) {
  const [formats, ...numbers] = form.watch([
    "formats",
    "maxKilobytes",
    "widthMillimetres",
    "heightMillimetres",
  ]);
  const hasAny = formats.length > 0 || numbers.some((text) => text !== "");
  return (
    <Disclosure summary={hasAny ? "File rules" : "File rules: none stated"} isOpen={hasAny}>
      <CheckBoxes
        legend="Formats (none ticked: not stated)"
        {...field("formats")}
        options={(["JPG", "PNG", "PDF"] as const).map((format) => [format, format])}
      />
      <div className={`stack-x-4 ${adminForm["columns"]}`}>
        <TextField {...field("maxKilobytes")} label="Largest size" hint="Kilobytes" {...numeric} />
        <TextField {...field("widthMillimetres")} label="Width" hint="Millimetres" {...numeric} />
        <TextField {...field("heightMillimetres")} label="Height" hint="Millimetres" {...numeric} />
      </div>
    </Disclosure>
  );
}

function Source({ form, field, onInput }: PartProps & Pick<RequirementFieldsProps, "onInput">) {
  const { field: checked } = useController({ control: form.control, name: "checkedOn" });
  const today = todayInKolkata(new Date());
  const setChecked = (day: string) => {
    onInput("checkedOn");
    checked.onChange(day);
  };
  return (
    <div className={`stack-x-4 ${styles["source"]}`}>
      <TextField
        {...field("sourceUrl")}
        label="Source"
        hint="The authority’s page, beginning with https://"
        optional
        type="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={requirementLimits.sourceUrl}
      />
      <DateField
        id="requirement-checkedOn"
        label="Checked on"
        note="Empty if never"
        optional
        value={checked.value}
        onChange={setChecked}
        onBlur={checked.onBlur}
        error={field("checkedOn").error}
        calendar={{ from: "2020-01-01", to: today, opensAt: today, today }}
        footer={
          checked.value !== today && (
            <Button variant="secondary" onClick={() => setChecked(today)}>
              Checked today
            </Button>
          )
        }
      />
    </div>
  );
}
