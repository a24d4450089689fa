/** Encrypts the recipient and the contents of a message. */
import { EncryptedText } from "../../core/EncryptedText";
import type { MessageFacts } from "./messageTexts.rules";

export const recipientText = new EncryptedText("message-to:");
export const factsText = new EncryptedText<MessageFacts>("message-params:");
