import { absentId } from "../../../../server/test/kit/stories/applicants";
import type { Traveller } from "../../../../server/test/kit/personas/traveller";
import { longName, type Personas } from "./personas";
import { press, type Screen } from "./screens";

/** Every screen and state that requires a login. */
export function travellerScreens({
  newcomer,
  starter,
  payer,
  leader,
  holder,
  corrector,
}: Personas): Screen[] {
  const idOf = (traveller: Traveller) => traveller.request.visaRequestId;
  const wizard = `/visarequest/${idOf(starter)}`;
  const heading = `Application for ${starter.request.visaName}`;
  return [
    {
      name: "applications-none",
      path: "/visa/applications",
      as: newcomer,
      texts: ["All applications", "No Applications"],
    },
    {
      name: "applications",
      path: "/visa/applications",
      as: payer,
      texts: [
        "Status",
        "Reference No",
        "Country",
        "Travel Date",
        "Applicants",
        "Total Price",
        /\d{2} [A-Z][a-z]{2} \d{4}/,
        "VIEW",
      ],
    },
    {
      name: "partners-none",
      path: "/partners",
      as: newcomer,
      texts: ["You do not manage a partner.", "Become a partner", "Join your colleagues"],
    },
    {
      name: "partners",
      path: "/partners",
      as: leader,
      texts: [longName, "Keys", "Webhooks", "Usage", "Limits", "0 of 2,000", "Members", "Add a member"],
    },
    {
      name: "partners-new-key",
      path: "/partners",
      as: leader,
      reach: (page) => press(page, "Create a key"),
      texts: ["What may it do?", "Networks", "Expires"],
    },
    {
      name: "profile",
      path: "/profile",
      as: newcomer,
      texts: ["Name", "Mobile number", "Email", "Save", "MyAccount"],
    },
    {
      name: "profile-error",
      path: "/profile",
      as: newcomer,
      reach: (page) => press(page, "Save"),
      texts: ["check mandatory fields"],
    },
    {
      name: "wizard-photo",
      path: wizard,
      as: starter,
      texts: [heading, "Photo", "Passport", "Details", "Preview", "Passport-size photo", /50 KB/],
    },
    {
      name: "wizard-photo-missing",
      path: wizard,
      as: starter,
      reach: (page) => press(page, "Continue"),
      texts: ["Please upload profile photo"],
    },
    {
      name: "wizard-absent",
      path: `/visarequest/${absentId()}`,
      as: starter,
      texts: ["Application not found", "All applications"],
    },
    {
      name: "wizard-foreign",
      path: `/visarequest/${idOf(payer)}`,
      as: starter,
      texts: ["Application not found"],
    },
    {
      name: "details-no-applicants",
      path: `/visaapplicants/${idOf(starter)}`,
      as: starter,
      texts: [heading, "No applicants yet", "Add Applicant"],
    },
    {
      name: "details-pending",
      path: `/visaapplicants/${idOf(payer)}`,
      as: payer,
      texts: [
        ...[
          "Reference No",
          "Visa Name",
          "Visa Status",
          "Payment Status",
          "Visa Expected Date",
          "Applicant(s)",
        ],
        ...[
          "Price Per Applicant",
          "Total Price",
          "including fee and tax",
          "Add Applicant",
          "Make Payment",
          longName,
        ],
        ...[
          "Name",
          "Date of birth",
          "Passport number",
          /passport issue date/i,
          /passport expiry date/i,
          "Gender",
        ],
        ...[
          "Nationality",
          "Passport country",
          "Traveler category",
          "Comments",
          "Files Uploaded",
          "ticket.pdf",
        ],
        ...[/passport-size photograph/i, /passport front page/i, /passport back page/i],
      ],
    },
    {
      name: "details-twelve",
      path: `/visaapplicants/${idOf(leader)}`,
      as: leader,
      texts: ["Traveller 1", "Traveller 12", /SUBMITTED/i, /PAID/i],
    },
    {
      name: "details-approved",
      path: `/visaapplicants/${idOf(holder)}`,
      as: holder,
      texts: ["VIEW VISA", /APPROVED/i],
    },
    {
      name: "details-absent",
      path: `/visaapplicants/${absentId()}`,
      as: starter,
      texts: ["Application not found"],
    },
    {
      name: "confirmation",
      path: `/application/${idOf(leader)}`,
      as: leader,
      texts: [
        `Congratulations, Application successfully submitted. Reference No : ${leader.request.visaReferenceNo}`,
        "View Applications",
      ],
    },
    {
      name: "application-approved",
      path: `/application/${idOf(holder)}`,
      as: holder,
      texts: ["Your visa is ready", "VIEW VISA", "Progress"],
    },
    {
      name: "application-action-needed",
      path: `/application/${idOf(corrector)}`,
      as: corrector,
      texts: [
        ...["Action needed: please make corrections", "Make corrections", "The picture is not sharp."],
        ...["New passport front page", "Passport number", "You do not pay again.", "Send"],
      ],
    },
    {
      name: "application-nothing-chosen",
      path: `/application/${idOf(corrector)}`,
      as: corrector,
      reach: async (page) => {
        await page.getByRole("button", { name: /^Send for / }).click();
      },
      texts: ["There is a problem", "Please upload passport frontside image"],
    },
    {
      name: "applications-action-needed",
      path: "/visa/applications",
      as: corrector,
      texts: ["Action needed", "Make corrections"],
    },
    {
      name: "details-action-needed",
      path: `/visaapplicants/${idOf(corrector)}`,
      as: corrector,
      texts: ["Action needed: we need a correction from you before we can continue.", "Make corrections"],
    },
  ];
}
