import { absentId } from "../../../server/test/kit/applicants";
import type { Traveller } from "../../../server/test/kit/traveller";
import type { Page } from "playwright-core";
import { countryWithOneVisa, longName, type People } from "./people";

/** One screen in one state. */
export interface Screen {
  name: string;
  path: string;
  /** Whose session the device holds; a visitor without. */
  as?: Traveller;
  /** What has to stand on it, in the words of the spec. */
  texts: (string | RegExp)[];
  /** Leads from the address to the state. */
  reach?: (page: Page) => Promise<void>;
  /** The document itself is a 404, which the browser logs. */
  isAbsent?: boolean;
}

const visaPath = "/visa/bahrain-14-days-tourist-visa-single-entry";
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();

/** Every screen and state that a visitor can reach (spec §2). */
export const visitorScreens: Screen[] = [
  {
    name: "home",
    path: "/",
    texts: [
      ...["Search and Secure Your Visa on Time", "Global Coverage", "Seamless Process", "24/7 Support"],
      ...["Secure Transactions", "How It Works", "Choose Your Visa Type", "Submit Your Application"],
      ...[
        "Track Your Progress",
        "Receive Your Visa",
        "Explore Visas",
        "09:00AM - 09:00PM",
        "Login or Signup",
      ],
      ...["View Details", /^INR \d+\/-$/m, /Upto 24 hours/, /Upto \d+ days/, "About Us", "Help Center"],
      ...["Contact", "Privacy", "Terms"],
    ],
  },
  {
    name: "home-suggestions",
    path: "/",
    reach: async (page) => {
      await page.getByPlaceholder("Search by country...").pressSequentially("an");
      await page.getByRole("option").first().waitFor();
    },
    texts: ["Azerbaijan", "Tajikistan"],
  },
  { name: "visas", path: "/visas", texts: ["Visas by country", "Bahrain", "Zambia"] },
  { name: "visas-none", path: "/visas?q=zzz", texts: [/No country matches/] },
  {
    name: "country",
    path: "/visas/bahrain",
    texts: [
      ...["Bahrain Visas", "Processing time: Upto 48Hrs", "Starting from: INR 1999/-", "1 Day", "3 Days"],
      ...["INR 2399/-", "Apply"],
    ],
  },
  { name: "country-one-visa", path: `/visas/${countryWithOneVisa}`, texts: ["Oman Visas", "Apply"] },
  {
    name: "visa",
    path: visaPath,
    texts: [
      ...["14 Days Tourist Visa", "4.8 (269)", "10K+ applied", "Get Visa in 2 Days", "Visa Type"],
      ...["Length of the stay", "Validity", "Entry", "Documents Required", "FAQ", "Terms", "Price Summary"],
      ...["Visa Fee", "Service Fee", "Total", "Apply Now", "Check other visas from Bahrain", "WhatsApp"],
      ...["Twitter/X", "Facebook", "Get in 3 days", "From INR 4899", /apply and pay/i, /documents verified/i],
      ...[/processing visa/i, /receive visa/i, "INR 2898/-"],
    ],
  },
  { name: "visa-unknown", path: "/visa/nope", isAbsent: true, texts: ["Visa not found!"] },
  { name: "unknown-path", path: "/no-such-page", isAbsent: true, texts: ["Page not found"] },
  { name: "login", path: visaPath, reach: (page) => press(page, "Apply Now"), texts: ["Mobile number"] },
  {
    name: "login-error",
    path: "/?login=1",
    reach: (page) => press(page, "Send code"),
    texts: ["Please enter the mandatory fields"],
  },
  { name: "favourites-none", path: "/fav", texts: ["Favourites", "Nothing saved yet"] },
  { name: "about", path: "/about", texts: [/About/, "Show map"] },
  { name: "contact", path: "/contact", texts: ["Contact", "Show map", "09:00AM - 09:00PM"] },
  { name: "privacy", path: "/privacy", texts: [/May 05, 2024/] },
  {
    name: "logout",
    path: "/logout",
    texts: ["You have successfully logged out...", "Search for visas"],
  },
];

/** Every screen and state behind the login. */
export function travellerScreens({ newcomer, starter, payer, leader, holder, corrector }: People): Screen[] {
  const idOf = (traveller: Traveller) => traveller.request.visaRequestId as string;
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
      texts: ["Your visa is here", "VIEW VISA", "Where it stands"],
    },
    {
      name: "application-action-needed",
      path: `/application/${idOf(corrector)}`,
      as: corrector,
      texts: [
        ...["Action needed: please put something right", "Put it right", "The picture is not sharp."],
        ...["New passport front page", "Passport number", "Nothing is paid again.", "Send"],
      ],
    },
    {
      name: "application-nothing-chosen",
      path: `/application/${idOf(corrector)}`,
      as: corrector,
      reach: async (page) => {
        await page.getByRole("button", { name: /^Send/ }).click();
      },
      texts: ["There is a problem", "Please upload passport frontside image"],
    },
    {
      name: "applications-action-needed",
      path: "/visa/applications",
      as: corrector,
      texts: ["Action needed", "Put it right"],
    },
    {
      name: "details-action-needed",
      path: `/visaapplicants/${idOf(corrector)}`,
      as: corrector,
      texts: ["Action needed: something has to be put right before we can go on.", "Put it right"],
    },
  ];
}
