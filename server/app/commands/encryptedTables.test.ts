import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { encryptedTables } from "./encryptedTables";

/** The encryption context of each column, which is followed by the row's id. */
const contexts = {
  "stored_file.imageNameSealed": "file-name/",
  "visa_applicant.passportNumberSealed": "passport-number/",
  "visa_applicant.commentsSealed": "comments/",
  "visa_applicant.mrzSealed": "mrz/",
  "visa_applicant.decisionNoteSealed": "decision-note/",
  "visa_applicant.requiredDocumentsSealed": "required-documents/",
  "kept_applicant.detailsSealed": "kept-applicant/",
  "kept_file.imageNameSealed": "file-name/",
  "consent.guardianNameSealed": "guardian-name/",
  "staff_note.textSealed": "staff-note/",
  "applicant_correction.noteSealed": "correction-note/",
  "applicant_correction.answerSealed": "correction-answer/",
  "paper_verdict.noteSealed": "verdict-note/",
  "notification.toSealed": "message-to:",
  "notification.paramsSealed": "message-params:",
  "second_factor.secretSealed": "second-factor/",
  "webhook_endpoint.secretsSealed": "webhook/",
  "setting.value": "",
};

/** The test fails if a changed context makes existing data unreadable. */
test("columns that an earlier version encrypted can still be decrypted", () => {
  const keys = new KeyRing("a data key of a test, long enough to be taken");
  const columns = encryptedTables.flatMap(({ name, columns }) =>
    Object.entries(columns).map(([column, text]) => [`${name}.${column}`, text] as const),
  );
  const texts = columns.filter(([column]) => !column.endsWith(".wrappedKey"));
  expect(texts.map(([column]) => column)).toEqual(Object.keys(contexts));
  for (const [column, text] of texts) {
    const context = `${contexts[column as keyof typeof contexts]}id`;
    const again = text.reencrypt(keys, "id", keys.encryptText("a text", context));
    expect([column, keys.decryptText(again, context)]).toEqual([column, "a text"]);
  }
});
