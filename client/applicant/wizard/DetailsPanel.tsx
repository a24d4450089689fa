import type { ReactNode } from "react";
import { findTravelerType } from "../../../server/modules/applicant/applicant.rules";
import {
  type ApplicantFieldGroup,
  type ApplicantFieldName,
  applicantFieldNames,
  getFieldDefinition,
} from "../../../server/modules/applicant/applicantFields.rules";
import { LoadFailure, type Retry } from "../../components/feedback/Skeleton";
import { MultiFileField } from "../../file/field/MultiFileField";
import { choiceLabel } from "../applicantLabels";
import { Folded } from "../form/Folded";
import { DetailField } from "../form/DetailField";
import styles from "../form/Panels.module.css";
import { IssueDate } from "../passport/IssueDate";
import { PassportDifference, remarkText } from "../passport/PassportRemark";
import { fieldId } from "../form/wizardSteps";
import { RequiredDocuments } from "./RequiredDocuments";
import { SameDocuments, SameLastName } from "./SameAsOthers";
import { TravelDate } from "./TravelDate";
import { Form } from "../../components/form/inputs";
import type { ApplicantForm } from "./useApplicantForm";

interface DetailsPanelProps {
  form: ApplicantForm;
  request: { visaRequestId: string; travelDate: string; expectedDate: string };
  /** Undefined unless the visa's requirements could not be loaded. */
  guideFailure: Retry | undefined;
}

const legends: Record<ApplicantFieldGroup, string> = {
  traveller: "Applicant, as in the passport",
  passport: "Passport",
  category: "Category and nationality",
  other: "Anything else",
};
const groups = Object.keys(legends) as ApplicantFieldGroup[];

/** Widths of fields that do not form an equal pair: one column with an empty neighbour, or full width. */
const widths: Partial<Record<ApplicantFieldName, "alone" | "full" | "title" | "beside">> = {
  title: "title",
  firstName: "beside",
  passportNumber: "alone",
  travelerType: "alone",
  comments: "full",
};

/** Hints shown in the wizard, but not while a single field is being corrected. */
const hints: Partial<Record<ApplicantFieldName, string>> = {
  gender: "Filled in from the title. Change it if it is wrong.",
};

/** Groups without a visible legend, because their only field has the same label. */
const isPlain = (group: ApplicantFieldGroup) => group === "other";

export function DetailsPanel({ form, request, guideFailure }: DetailsPanelProps) {
  const { details, dateChange, others, problem } = form;
  const { passport } = form.checks;
  const fieldsOf = (group: ApplicantFieldGroup) =>
    applicantFieldNames
      .filter((name) => getFieldDefinition(name).group === group)
      .map((name) => (
        <DetailField
          key={name}
          details={details}
          field={name}
          id={fieldId(name)}
          hint={remarkText(passport.remark(name)) ?? hints[name]}
          footer={
            <>
              <PassportDifference passport={passport} field={name} />
              {name === "passportIssueDate" && <IssueDate details={details} />}
              {name === "lastName" && <SameLastName details={details} others={others} />}
            </>
          }
          className={widths[name] && styles[widths[name]]}
        />
      ));
  return (
    <Form className={styles["fields"]} onSubmit={() => undefined}>
      <fieldset className={styles["group"]}>
        <legend className="visually-hidden">Journey</legend>
        <div className={styles["alone"]}>
          <TravelDate
            id={fieldId("travelDate")}
            change={dateChange}
            expectedDate={request.expectedDate}
            today={details.today}
            warns
            showsProblem={problem.fieldErrors.travelDate !== undefined}
          />
        </div>
      </fieldset>
      {groups.map((group) =>
        group === "category" ? (
          <CategoryGroup key={group} form={form} request={request}>
            {fieldsOf(group)}
          </CategoryGroup>
        ) : (
          <fieldset key={group} className={styles["group"]}>
            <legend className={isPlain(group) ? "visually-hidden" : undefined}>{legends[group]}</legend>
            {fieldsOf(group)}
          </fieldset>
        ),
      )}
      <Documents form={form} guideFailure={guideFailure} />
    </Form>
  );
}

interface CategoryGroupProps extends Pick<DetailsPanelProps, "form" | "request"> {
  children: ReactNode;
}

/** Category and nationality. Folded until they need attention, because they are prefilled. */
function CategoryGroup({ form, request, children }: CategoryGroupProps) {
  const { details } = form;
  const { passport } = form.checks;
  const { nationality, passportCountry, dateOfBirth } = details.tidied;
  const isNoted = applicantFieldNames
    .filter((name) => getFieldDefinition(name).group === "category")
    .some(
      (name) =>
        details.form.formState.errors[name] ||
        (passport.remark(name)?.kind ?? "asRead") !== "asRead" ||
        details.warnings.some(({ field }) => field === name),
    );
  const category =
    dateOfBirth && choiceLabel("travelerType", findTravelerType(details.tidied, request.travelDate));
  return (
    <fieldset className={styles["group"]}>
      <legend className="visually-hidden">{legends.category}</legend>
      <Folded
        isNeeded={isNoted}
        summary={
          <>
            {legends.category}
            <span className={`small ${styles["values"]}`}>
              {[category, nationality, passportCountry].filter(Boolean).join(" · ")}
            </span>
          </>
        }
      >
        <div className={styles["inner"]}>{children}</div>
      </Folded>
    </fieldset>
  );
}

/** Required documents, each in its own slot, and additional documents. */
function Documents({ form, guideFailure }: Pick<DetailsPanelProps, "form" | "guideFailure">) {
  const { others, files, whileChecking, problem } = form;
  const { slots, leave, answer } = form.documents;
  const errors = problem.fieldErrors;
  const common = { whileChecking, room: files.room };
  const hasSlots = slots.length > 0;
  const additional = files.listed.filter(
    (file) => !slots.some(({ documentName }) => documentName === file.documentName),
  );
  const otherDocuments = (
    <MultiFileField
      {...common}
      id={fieldId("documentFiles")}
      label={hasSlots ? "Other documents" : "Documents"}
      files={additional}
      onAdd={(added) => {
        problem.drop("documentFiles");
        files.addDocuments(added, null);
      }}
      onRemove={(key) => {
        problem.drop("documentFiles");
        files.removeDocument(key);
      }}
      error={errors.documentFiles}
    />
  );
  return (
    <fieldset className={styles["group"]}>
      <legend>{hasSlots ? "Documents Required" : "Documents"}</legend>
      {guideFailure && (
        <div className={styles["full"]}>
          <LoadFailure
            message="We could not load which documents this visa requires. You can also add them after you send this form, until you pay."
            {...guideFailure}
          />
        </div>
      )}
      <SameDocuments others={others} files={files} slots={slots} />
      {hasSlots && (
        <RequiredDocuments
          {...common}
          slots={slots}
          onAdd={(documentName, added) => files.addDocuments(added, documentName)}
          onRemove={files.removeDocument}
          onLater={leave}
          onAnswer={answer}
          onChanged={(fields) => problem.drop(...fields)}
          errors={errors}
        />
      )}
      {/* Folded if the visa's documents have slots, because most travellers do not send additional ones. */}
      {hasSlots ? (
        <Folded
          summary="Anything else to send"
          isNeeded={additional.length > 0 || errors.documentFiles !== undefined}
        >
          {otherDocuments}
        </Folded>
      ) : (
        <div className={styles["full"]}>{otherDocuments}</div>
      )}
    </fieldset>
  );
}
