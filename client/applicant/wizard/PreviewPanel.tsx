import type { ReactNode } from "react";
import type { DetailWarning } from "../../../server/modules/applicant/applicant.rules";
import { toQuestion } from "../../../server/modules/catalogue/requirement/requirement.rules";
import { Button } from "../../components/Button";
import { Drawing, Icon } from "../../components/Icon";
import { FilePreview } from "../../file/field/FilePreview";
import { FileRows } from "../../file/field/FileRows";
import { fileKinds } from "../../file/fileKinds";
import { formatDay } from "../../lib/days";
import { ApplicantDetailsList } from "../ApplicantDetailsList";
import { storedFile } from "../form/applicantForm";
import step from "./StepPanel.module.css";
import styles from "../form/PreviewPanel.module.css";
import {
  asksCircumstance,
  describeLater,
  isDeclined,
  isInCircumstance,
  type RequiredSlot,
} from "../form/requiredSlots";
import { SendingState } from "../form/SendingState";
import type { FileSlot, Step } from "../form/wizardSteps";
import { ConsentSection } from "./ConsentSection";
import type { ApplicantForm } from "./useApplicantForm";
import type { Submission } from "./useSubmit";

interface PreviewPanelProps {
  form: ApplicantForm;
  request: { visaRequestId: string; travelDate: string };
  sending: Submission;
  onEdit: (step: Step) => void;
  onStoredImageError: () => void;
}

/** The last tab: everything that will be sent, with an edit link for each part. */
export function PreviewPanel(props: PreviewPanelProps) {
  const { form, request, sending, onEdit, onStoredImageError } = props;
  const { before, files, details, consent, problem } = form;
  const { slots } = form.documents;
  const listed = files.listed.filter((file) => !slots.some(({ declined }) => declined.includes(file)));
  const picture = (slot: FileSlot, caption: string) => (
    <figure className={`stack-2 ${styles["picture"]}`}>
      <FilePreview
        label={caption}
        chosen={files.files.chosen[slot]}
        stored={before && storedFile(before, slot)}
        onStoredImageError={onStoredImageError}
      />
      <figcaption>{caption}</figcaption>
    </figure>
  );

  return (
    <>
      <div className={`sheet raised ${styles["sheet"]}`} inert={sending.isSending}>
        <Section title="Photo" onEdit={() => onEdit("photo")}>
          <div className={`stack-4 ${styles["pictures"]}`}>
            {picture("profileFile", fileKinds.PHOTO.caption)}
          </div>
        </Section>
        <Section title="Passport" onEdit={() => onEdit("passport")}>
          <div className={`stack-4 ${styles["pictures"]}`}>
            {picture("passportFrontFile", fileKinds.PASSPORT_FRONT.caption)}
            {picture("passportBackFile", fileKinds.PASSPORT_BACK.caption)}
          </div>
        </Section>
        <Section title="Travel date" onEdit={() => onEdit("details")}>
          <p className="numbers">{formatDay(request.travelDate)}</p>
        </Section>
        <Section title="Details" onEdit={() => onEdit("details")}>
          <Warnings warnings={details.warnings} />
          <ApplicantDetailsList facts={details.tidied} />
          <NamedTexts title="Your answers" texts={listGivenAnswers(slots)} />
          <h4 className={styles["filesTitle"]}>Selected files</h4>
          <FileRows files={listed} />
          <NamedTexts title="Still to upload" texts={listLeft(slots, false)} isSmall />
          <NamedTexts title="Still to answer" texts={listLeft(slots, true)} isSmall />
        </Section>
        <ConsentSection consent={consent} errors={problem.fieldErrors} />
      </div>
      <SendingState
        sending={sending}
        failure={sending.failure}
        onRetry={sending.submit}
        visaRequestId={request.visaRequestId}
      />
      <div data-foot-bar className={`no-print ${step["ways"]}`}>
        <Button variant="secondary" disabled={sending.isSending} onClick={() => onEdit("details")}>
          Edit
        </Button>
        <Button className={step["onward"]} busy={sending.isSending} onClick={sending.submit}>
          Submit
        </Button>
      </div>
    </>
  );
}

function Warnings({ warnings }: { warnings: readonly DetailWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className={`stack-1 ${styles["warnings"]}`}>
      {warnings.map(({ message }) => (
        <li key={message} className="noted">
          <Icon name="warning" /> <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}

/** Names of requirements, each with a text below it. */
function NamedTexts(props: { title: string; texts: { name: string; text: string }[]; isSmall?: true }) {
  if (props.texts.length === 0) return null;
  return (
    <>
      <h4 className={styles["filesTitle"]}>{props.title}</h4>
      <ul className="stack-2">
        {props.texts.map(({ name, text }) => (
          <li key={name}>
            {name}
            <p className={props.isSmall && "small"}>{text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns the missing answers if `isQuestion`, otherwise the missing files. */
function listLeft(slots: RequiredSlot[], isQuestion: boolean) {
  return slots
    .filter((slot) => slot.isQuestion === isQuestion && isLeft(slot))
    .map(({ documentName, requirement, reason, note }) => ({
      name: (isQuestion && requirement?.label) || documentName,
      text: reason ? describeLater({ isQuestion, reason, note }) : "You can send it after you pay",
    }));
}

function isLeft(slot: RequiredSlot): boolean {
  if (slot.files.length > 0 || slot.answer.trim()) return false;
  return slot.reason ? !isDeclined(slot) : !slot.isConditional;
}

/** Returns the answers to the visa's questions, and whether each circumstance applies. */
function listGivenAnswers(slots: RequiredSlot[]) {
  return slots.flatMap((slot) => {
    const { requirement, documentName, answer } = slot;
    if (answer.trim()) return [{ name: requirement?.label ?? documentName, text: answer.trim() }];
    const isYes = isInCircumstance(slot);
    return requirement?.circumstance && asksCircumstance(slot) && isYes !== undefined
      ? [{ name: toQuestion(requirement.circumstance), text: isYes ? "Yes" : "No" }]
      : [];
  });
}

function Section(props: { title: string; onEdit: () => void; children: ReactNode }) {
  return (
    <section className={styles["section"]}>
      <div className={`row spread gap-3 ${styles["sectionHead"]}`}>
        <h3>{props.title}</h3>
        <button
          type="button"
          className={`no-print icon-button ${styles["edit"]}`}
          aria-label={`Edit ${props.title.toLowerCase()}`}
          onClick={props.onEdit}
        >
          <Drawing box={[16, 16]} width="20" height="20" strokeWidth="1.5" strokeLinecap="butt">
            <path d="M2.5 13.5v-2.800l8-8 2.800 2.800-8 8zM9 4.200l2.800 2.800" />
          </Drawing>
        </button>
      </div>
      {props.children}
    </section>
  );
}
