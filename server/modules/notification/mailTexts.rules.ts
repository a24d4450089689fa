/** The e-mails to travellers. Pure. */
import { escapeHtml } from "../../core/escapeHtml";
import { formatInr } from "../../core/money.rules";
import type { MessageFacts } from "./messageTexts.rules";
import type { MessageEvent } from "./notification.rules";

/** The parts of an e-mail, from which the text and HTML versions are rendered. */
interface MailParts {
  subject: string;
  paragraphs: string[];
  /** A list below the first paragraphs; may be empty. */
  list: string[];
  link: { label: string; address: string };
}

interface MailFacts extends MessageFacts {
  about: string;
  money: string;
  /** The visa with the applicant's first name, e.g. `Ravi's visa`; `your visa` if the name is unknown. */
  whose: string;
}

interface MailWords extends Pick<MailParts, "subject" | "paragraphs"> {
  list?: string[];
  link: string;
}

const mailWords: Readonly<Record<MessageEvent, (facts: MailFacts) => MailWords>> = {
  PAID: ({ about, money, visaReferenceNo }) => ({
    subject: `We have received your payment for ${visaReferenceNo}`,
    paragraphs: [
      `We have received ${money} for your ${about}.`,
      "Our team will review it next. We will write as soon as there is news.",
    ],
    link: "Follow your application",
  }),
  PAYMENT_NOT_TAKEN: ({ about, money, visaReferenceNo }) => ({
    subject: `We did not take your payment for ${visaReferenceNo}`,
    paragraphs: [
      `You authorised a payment of ${money} for your ${about}. The application was cancelled, its price changed, or it was already paid for, so we did not take it.`,
      "Nothing was charged. Your bank will release the reserved amount in a few days; you do not need to do anything.",
    ],
    link: "Open your application",
  }),
  DOCUMENTS_NEEDED: ({ about, details, total = details.length, visaReferenceNo }) => {
    const count = `${details.length} of ${total} ${total === 1 ? "document" : "documents"}`;
    const [are, them] = details.length === 1 ? ["is", "it"] : ["are", "them"];
    return {
      subject: `${count} still needed for ${visaReferenceNo}`,
      paragraphs: [
        `Your ${about} is paid, and ${count} ${are} still needed. Please upload ${them} on your application's page:`,
      ],
      list: details,
      link: "Upload the documents",
    };
  },
  ACTION_REQUIRED: ({ about, details, traveller, visaReferenceNo }) => ({
    subject: `Action needed on your application ${visaReferenceNo}`,
    paragraphs: [
      `We have reviewed your ${about}, and need something from you before we can continue${traveller ? `, for ${traveller}` : ""}${details.length > 0 ? ":" : "."}`,
    ],
    list: details,
    link: "Open your application",
  }),
  APPROVED: ({ about, visaReferenceNo, whose }) => ({
    subject: `A visa for ${visaReferenceNo} has been issued`,
    paragraphs: [
      `Good news: ${whose} for your ${about} has been issued.`,
      "Please check the name, passport number and dates before you travel, and carry a printed copy.",
    ],
    link: "View and download the visa",
  }),
  REJECTED: ({ about, visaReferenceNo, whose }) => ({
    subject: `About the visa for ${visaReferenceNo}`,
    paragraphs: [
      `We are sorry: ${whose} for your ${about} was refused.`,
      "Your application's page says what we know about the reason.",
    ],
    link: "Open your application",
  }),
  REFUND_DUE: ({ about, money, visaReferenceNo }) => ({
    subject: `We are refunding ${money} for ${visaReferenceNo}`,
    paragraphs: [
      `We received ${money} for your ${about}, but could not use it: the application was cancelled, its price changed, or it was already paid for.`,
      "We are refunding all of it to the payment method you used. You do not need to do anything; we will write once it is done.",
    ],
    link: "Open your application",
  }),
  REFUNDED: ({ about, money, visaReferenceNo }) => ({
    subject: `We have refunded ${money} for ${visaReferenceNo}`,
    paragraphs: [
      `We have refunded ${money} of what you paid for your ${about}.`,
      "The refund goes to the payment method you used. Your bank may take a few days to show it.",
    ],
    link: "Open your application",
  }),
};

export function mailParts(event: MessageEvent, facts: MessageFacts, address: string): MailParts {
  const { visaReferenceNo, visa, owner, traveller } = facts;
  const { subject, paragraphs, list, link } = mailWords[event]({
    ...facts,
    about: `application ${visaReferenceNo} (${visa})`,
    money: formatInr(facts.amount ?? 0),
    whose: traveller ? `${traveller}'s visa` : "your visa",
  });
  const hello = owner ? `Hello ${owner},` : "Hello,";
  return { subject, paragraphs: [hello, ...paragraphs], list: list ?? [], link: { label: link, address } };
}

export function mailText({ paragraphs, list, link }: MailParts, brand: string): string {
  const lines = list.map((one) => `- ${one}`).join("\n");
  return (
    [...paragraphs, ...(lines ? [lines] : []), `${link.label}: ${link.address}`, brand].join("\n\n") + "\n"
  );
}

export function mailHtml({ subject, paragraphs, list, link }: MailParts, brand: string): string {
  const items = list.map((one) => `<li>${escapeHtml(one)}</li>`).join("");
  const body = [
    ...paragraphs.map((one) => `<p>${escapeHtml(one)}</p>`),
    ...(items ? [`<ul>${items}</ul>`] : []),
    `<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.label)}</a></p>`,
    `<p>${escapeHtml(brand)}</p>`,
  ].join("\n");
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="max-width: 36em; font-family: sans-serif; line-height: 1.5">
${body}
</body>
</html>
`;
}
