import { applyFor } from "../stories/travelDate";
import { countryWithOneVisa } from "./personas";
import { press, type Screen } from "./screens";

const visaPath = "/visa/bahrain-14-days-tourist-visa-single-entry";

/** Every screen and state that a visitor can reach. */
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
  { name: "login", path: visaPath, reach: applyFor, texts: ["Mobile number"] },
  {
    name: "login-error",
    path: "/?login=1",
    reach: (page) => press(page, "Send code"),
    texts: ["Please enter the mandatory fields"],
  },
  { name: "favourites-none", path: "/fav", texts: ["Favourites", "Nothing saved yet"] },
  { name: "about", path: "/about", texts: [/About/, "Show map"] },
  { name: "contact", path: "/contact", texts: ["Contact", "Show map", "09:00AM - 09:00PM"] },
  { name: "terms", path: "/terms", texts: ["Everything you paid", "Who we are"] },
  { name: "privacy", path: "/privacy", texts: [/May 05, 2024/] },
  {
    name: "logout",
    path: "/logout",
    texts: ["You have successfully logged out...", "Search for visas"],
  },
];
