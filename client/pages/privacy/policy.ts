import { publicRefundRules } from "../../../server/modules/payment/refund/refund.rules";
import {
  cancelledDays,
  decidedDays,
  draftDays,
  leftoverDays,
} from "../../../server/modules/retention/retention.rules";

/** The text of the policy of May 05, 2024, part by part. */
export const policyParts = [
  {
    id: "what",
    title: "What we keep",
    texts: [
      "Your mobile number, and your name and e-mail address once you give them.",
      "For each traveller: the details of the passport, the photo, the scans of the passport and the papers you add.",
      "What you paid, when, and the number of the payment. Your card is seen by the payment provider only, not by us.",
    ],
  },
  {
    id: "why",
    title: "Why we keep it",
    texts: [
      "To send your application to the authority that decides on the visa.",
      "To show you where it stands, and to reach you when something is missing.",
      "To answer for payments, as the law asks.",
    ],
  },
  {
    id: "how",
    title: "How we keep it",
    texts: [
      "Passport scans, photos and papers are encrypted, and shown only to you and to the staff who work on your application.",
      "What you enter is kept on your own device until you send it, and removed from it when you send it or log out.",
      "We do not sell your data, and we show no advertising.",
    ],
  },
  {
    id: "keep",
    title: "How long we keep it",
    texts: [
      `An application that is not paid and not changed for ${draftDays} days is given up, and its papers are removed: details, photos, passport pages and files. Of an application that you give up yourself they go ${cancelledDays} days later.`,
      `Once a visa is granted or refused, the papers and the visa file are removed after ${decidedDays} days. Please save your visa before.`,
      "While money is owed to you, nothing of that application is removed.",
      `Login codes are removed after ${leftoverDays} days, and logins ${leftoverDays} days after they ended.`,
      "What you paid, when, and for which reference number stays as long as the law asks, without names once the account is deleted.",
      "Who opened or changed papers is written into a log in which any later change shows. It holds no names, numbers or papers, and stays.",
    ],
  },
  {
    id: "rights",
    title: "What you can ask for",
    texts: [
      "A copy of what we keep about you: download it under Profile.",
      "That we correct what is wrong, or erase what we no longer need: change your profile, or delete your account there.",
      "Who opened your papers: it stands on the page of each application that is paid.",
      "For anything else write to the support address at the foot of this page.",
    ],
  },
];

/** Placeholder questions. */
export const privacyQuestions = [
  {
    question: "Who sees my passport?",
    answer: "Our staff who check your application, and the authority of the country that you travel to.",
  },
  {
    question: "Do you keep my card?",
    answer:
      "No. You pay on the payment provider's form; we get the number of the payment and whether it went through.",
  },
  {
    question: "What stays on this device when I log out?",
    answer: "Nothing. Logging out clears your login and every draft.",
  },
];

/** The terms of using this site; those of each visa stand on its own page. */
export const termsOfUse = [
  "The authority of the country decides on each visa; we cannot promise that it is granted, nor the day.",
  ...publicRefundRules,
  "The terms of each country stand on the page of the visa.",
  "You answer for what you enter and for the papers you add. Look over the preview before you submit.",
  "Applications for somebody else need their agreement; for a child, that of a parent.",
];
