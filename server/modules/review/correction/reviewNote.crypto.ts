/** Encryption of notes from staff to a traveller, and of the traveller's answers. */
import { EncryptedText } from "../../../core/EncryptedText";

/** The traveller's answer to the correction of a field, with values as on the form. */
export interface FieldAnswer {
  before: string;
  after: string;
  /** True if the traveller states that the value is right. */
  isRightAsItIs: boolean;
}

/** Encrypted together with the id of the correction. */
export const correctionNote = new EncryptedText("correction-note/");
export const answerText = new EncryptedText<FieldAnswer>("correction-answer/");
/** Encrypted together with the id of the reviewed file. */
export const reviewNote = new EncryptedText("verdict-note/");
