import { ApolloClient, ApolloLink, InMemoryCache } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { afterEach, expect, test } from "@jest/globals";
import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { addDays, todayInKolkata } from "../../../server/core/day.rules";
import { formatDay } from "../../lib/days";
import { PayCard } from "./PayCard";
import { paymentTexts } from "./paymentErrors";

const stored = new Map<string, string>();
Object.assign(globalThis, { sessionStorage: { getItem: (key: string) => stored.get(key) ?? null } });
afterEach(() => stored.clear());

const today = todayInKolkata(new Date());
const request = {
  netPrice: 5000,
  priceLines: [],
  serviceFee: 1000,
  gst: 180,
  totalPrice: 6180,
  visaApplicants: [{}],
  visaRequestId: "request",
  travelDate: addDays(today, 30),
  expectedDate: addDays(today, 5),
};

interface Seen {
  /** The card's text without markup. */
  text: string;
  html: string;
  /** The tag of the button "Make Payment"; undefined if there is none. */
  button: string | undefined;
  /** The ARIA roles of the card's messages. */
  roles: string[];
}

function show(changes: Partial<ComponentProps<typeof PayCard>> = {}): Seen {
  const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.empty() });
  const html = renderToStaticMarkup(
    <ApolloProvider client={client}>
      <MemoryRouter>
        <PayCard
          request={request}
          phase="idle"
          problem={undefined}
          onPay={() => undefined}
          onCheckAgain={() => undefined}
          addApplicantTo="/visa"
          {...changes}
        />
      </MemoryRouter>
    </ApolloProvider>,
  );
  return {
    html,
    text: html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " "),
    button: /<button[^>]*id="make-payment"[^>]*>/.exec(html)?.[0],
    roles: [...html.matchAll(/role="(alert|status)"/g)].map(([, role]) => role!),
  };
}

test("the pay card shows each part of the amount, but omits GST if it is 0", () => {
  const { text, button, roles } = show();
  expect(text).toMatch(/Visa Fee INR 5000.*Service Fee INR 1000.*GST INR 180.*Total INR 6180/);
  expect(button).not.toContain("disabled");
  expect(text).toContain("Make Payment");
  expect(roles).toEqual([]);
  expect(show({ request: { ...request, gst: 0 } }).text).not.toContain("GST");
});

test.each(["ordering", "checkout"] as const)("the pay card disables its button in the phase %s", (phase) => {
  const { text, button } = show({ phase });
  expect(button).toMatch(/disabled=""/);
  expect(button).toMatch(/aria-busy="true"/);
  expect(text).toContain("Loading...");
});

test("the pay card warns against a second payment while a payment is being confirmed", () => {
  const { text, button, roles } = show({ phase: "confirming" });
  expect(text).toContain("Payment is being confirmed This takes a few seconds. Please do not pay again.");
  expect(text).not.toContain("Check again");
  expect(button).toMatch(/disabled=""/);
  expect(roles).toEqual(["status"]);
});

test("the pay card offers to check again if the confirmation is overdue, and keeps its button disabled", () => {
  const { text, button, roles } = show({ phase: "overdue" });
  expect(text).toMatch(/has not confirmed it yet.*Please do not pay again. Check again/);
  expect(button).toMatch(/disabled=""/);
  expect(roles).toEqual(["alert"]);
});

test("the pay card shows a failure with the bank's reason, and lets the traveller try again", () => {
  const problem = { text: paymentTexts.failed, detail: "Insufficient funds" };
  const { text, button, roles } = show({ problem });
  expect(text).toContain("Payment failed. Please try again Insufficient funds");
  expect(button).not.toContain("disabled");
  expect(roles).toEqual(["alert"]);
});

test("the pay card says that the travel date has passed, and still shows its button", () => {
  const travelDate = addDays(today, -1);
  const { text, button } = show({ request: { ...request, travelDate } });
  expect(text).toContain(`The travel date ${formatDay(travelDate)} has passed`);
  expect(button).toBeDefined();
});

test("the pay card asks whether to travel later if the visa is expected after the travel date", () => {
  const late = { ...request, expectedDate: addDays(request.travelDate, 3) };
  const question = "I will travel later";
  const { text, html } = show({ request: late });
  expect(text).toContain(question);
  expect(html).not.toContain("checked");
  expect(show({ request: late, phase: "confirming" }).text).not.toContain(question);
  expect(show().text).not.toContain(question);
  stored.set("travel-later:request", late.travelDate);
  expect(show({ request: late }).html).toContain('checked=""');
});
