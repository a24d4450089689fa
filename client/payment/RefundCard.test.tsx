import { expect, test } from "@jest/globals";
import { renderToStaticMarkup } from "react-dom/server";
import { RefundCard } from "./RefundCard";

type State = "UNDER_WAY" | "DONE" | "FAILED";

const show = (state: State) => {
  const at = "2026-11-23T06:30:00.000Z";
  const refund = { amount: 1400, state, createdAt: at, doneAt: state === "DONE" ? at : null };
  return renderToStaticMarkup(
    <RefundCard visaRequestId="request" offer={null} refund={refund} onStale={() => undefined} />,
  );
};

test.each<[State, string]>([
  ["UNDER_WAY", "INR 1400/- is being refunded to you."],
  ["DONE", "INR 1400/- was sent back on "],
  ["FAILED", "Your refund of INR 1400/- is not complete yet."],
])("describes a refund that is %s", (state, text) => {
  expect(show(state)).toContain(text);
});
