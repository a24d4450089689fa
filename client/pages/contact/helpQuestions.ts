import { sendLimits } from "../../../server/modules/auth/loginCode.rules";
import { maxSizeText } from "../../../server/modules/file/file.rules";

const [codes] = sendLimits;

/** Frequent questions, with answers that apply to this portal. */
export const helpQuestions = [
  {
    question: "I did not get the code by SMS",
    answer: `Wait for the countdown in the login window to end, then press Resend code. Check that the number shown there is yours; Change takes you back to it. After ${codes.max} codes in ${codes.seconds / 60} minutes the window says how long to wait.`,
  },
  {
    question: "Can I continue an application later?",
    answer:
      "Yes. What you entered is saved on the device you used, and an unpaid application is in All applications.",
  },
  {
    question: "My photo or scan is too large",
    answer: `Use it as it comes from your phone: it is resized on your device before it is sent. The photo may be a JPG or PNG of up to ${maxSizeText("PHOTO")}; passport scans and documents may also be PDFs, each of up to ${maxSizeText("DOCUMENT")}.`,
  },
  {
    question: "Can I apply for my family in one go?",
    answer:
      "Yes. Open the application and press Add Applicant for each traveller, then pay once for all. Children and infants pay the child's price where the country has one.",
  },
  {
    question: "The payment failed, or I closed the payment window",
    answer:
      "Nothing is lost. Open the application and press Make Payment again; we do not charge a failed payment.",
  },
  {
    question: "I paid, but the page did not say so",
    answer:
      "Do not pay again. Open the application: it says when the payment is being confirmed, and we check with the payment provider automatically.",
  },
  {
    question: "I noticed a mistake after I had paid",
    answer:
      "Write to us or call us at once with your reference number and what needs correcting. Before you pay you can change everything yourself with Edit.",
  },
  {
    question: "When do I get my visa, and where?",
    answer:
      "The application shows the day on which the visa is expected. Once it is approved, VIEW VISA beside the traveller opens it; print it or keep it on your phone.",
  },
];
