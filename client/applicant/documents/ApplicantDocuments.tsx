import { useState } from "react";
import { isStillNeeded } from "../../../server/modules/applicant/documents/neededDocuments.rules";
import { useLastUserId } from "../../auth/session";
import { Disclosure } from "../../components/Disclosure";
import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { DraftStatus } from "../draft/DraftStatus";
import { useDraftKeeper, useStoredDraft } from "../draft/useDraft";
import type { ApplicantPartsFragment } from "../operations.generated";
import { AnswerQuestion } from "./AnswerQuestion";
import {
  type ChangeFiles,
  documentsDraftVersion,
  findDocumentsDraft,
  type RestoredDocuments,
} from "./documentsDraft";
import { rowId } from "./documentRow";
import { DocumentsLoading } from "./DocumentsLoading";
import styles from "./DocumentsNeeded.module.css";
import { DocumentUpload } from "./DocumentUpload";

type RequiredDocument = ApplicantPartsFragment["requiredDocuments"][number];

interface ApplicantDocumentsProps {
  applicant: ApplicantPartsFragment;
  /** The documents that were not sent and that staff did not request; at least one. */
  documents: readonly RequiredDocument[];
  isNamed: boolean;
  heading: "h3" | "h4";
  /** Called with the row and a message once a document has been sent or its reason has been changed. */
  onDone: (row: string, message: string) => void;
  onStale: () => void;
}

export default function ApplicantDocuments(props: ApplicantDocumentsProps) {
  const { visaApplicantId, visaRequestId } = props.applicant;
  const userId = useLastUserId();
  const place: DraftPlace | undefined = userId
    ? { userId, visaRequestId, visaApplicantId, form: "documents" }
    : undefined;
  const stored = useStoredDraft(place, findDocumentsDraft);
  if (stored.isLooking) return <DocumentsLoading />;
  return <OpenDocuments {...props} place={place} restored={stored.draft} />;
}

interface OpenDocumentsProps extends ApplicantDocumentsProps {
  place: DraftPlace | undefined;
  restored: RestoredDocuments | undefined;
}

function OpenDocuments({ documents, place, restored, ...props }: OpenDocumentsProps) {
  const { applicant, heading, isNamed, onDone, ...rest } = props;
  const { chosen, answers, keeper, choose, type, drop, discard } = useUnsent(place, restored);
  const { firstName, lastName } = applicant;
  const person = `${firstName} ${lastName}`;

  const list = (listed: readonly RequiredDocument[]) => (
    <ul className={`stack-3 ${styles["list"]}`}>
      {listed.map((document) => {
        const { documentName } = document;
        const row = rowId(applicant, documentName);
        const subject = `${documentName} for ${person}`;
        return (
          <li key={documentName} id={row}>
            {document.isQuestion ? (
              <AnswerQuestion
                {...rest}
                applicant={applicant}
                question={document}
                subject={subject}
                answer={answers[documentName] ?? ""}
                onAnswer={(answer) => type(documentName, answer)}
                onDone={(message) => {
                  drop(documentName);
                  onDone(row, message);
                }}
              />
            ) : (
              <DocumentUpload
                {...rest}
                applicant={applicant}
                document={document}
                subject={subject}
                chosen={chosen[documentName] ?? []}
                onChange={(change) => choose(documentName, change)}
                onDone={(message) => {
                  drop(documentName);
                  onDone(row, message);
                }}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
  const needed = documents.filter(isStillNeeded);
  const others = documents.filter((document) => !isStillNeeded(document));
  return (
    <>
      {isNamed && <p className={styles["person"]}>{person}</p>}
      {needed.length > 0 && list(needed)}
      {others.length > 0 && <Disclosure summary="Documents that do not apply">{list(others)}</Disclosure>}
      {documents.some(({ documentName }) => documentName in chosen || documentName in answers) && (
        <DraftStatus keeper={keeper} onDiscard={discard} isInert={false} heading={heading} person={person} />
      )}
    </>
  );
}

/** The files and answers for each document, which are stored as a draft until they are sent. */
function useUnsent(place: DraftPlace | undefined, restored: RestoredDocuments | undefined) {
  const [chosen, setChosen] = useState(() => restored?.files ?? {});
  const [answers, setAnswers] = useState(() => restored?.values ?? {});
  const keeper = useDraftKeeper(
    place,
    documentsDraftVersion,
    { values: answers, files: chosen },
    restored?.savedAt,
  );

  const choose = (documentName: string, change: ChangeFiles) =>
    setChosen((present) => replaceEntry(present, documentName, change(present[documentName] ?? [])));
  const type = (documentName: string, answer: string) =>
    setAnswers((present) => replaceEntry(present, documentName, answer));
  const drop = (documentName: string) => {
    if (!(documentName in chosen) && !(documentName in answers)) return;
    // Erases the draft here, because sending the last document unmounts this list before it can store the change. If
    // the list stays mounted, it stores a new draft of the remaining files and answers.
    void keeper.erase();
    choose(documentName, () => []);
    type(documentName, "");
  };
  const discard = () => {
    setChosen({});
    setAnswers({});
  };
  return { chosen, answers, keeper, choose, type, drop, discard };
}

/** Replaces the entry of that name, or removes it if the value is empty. */
function replaceEntry<Value extends { length: number }>(
  entries: Record<string, Value>,
  name: string,
  value: Value,
): Record<string, Value> {
  const { [name]: _replaced, ...others } = entries;
  return value.length > 0 ? { ...others, [name]: value } : others;
}
