import { useState } from "react";
import { TravelDate } from "../../applicant/wizard/TravelDate";
import { AmountLine } from "../../visaRequest/AmountLine";
import { LateVisaChoice } from "../../visaRequest/LateVisaChoice";
import { TravelDateField } from "../../visaRequest/TravelDateField";
import { example } from "../Example";
import { longText, noop, today } from "../samples";

const expectedDate = "2026-12-01";

function SampleTravelDate({ id, first }: { id: string; first: string }) {
  const [value, setValue] = useState(first);
  return (
    <TravelDateField
      id={id}
      value={value}
      onChange={setValue}
      expectedDate={expectedDate}
      today={today}
      warns
      showsProblem={first !== ""}
    />
  );
}

function SampleChoice() {
  const [isAccepted, setAccepted] = useState(false);
  const choice = { expectedDate, isAccepted, onAccept: setAccepted, onChooseLater: noop };
  return <LateVisaChoice {...choice} attempt={1} />;
}

const notSaved = {
  value: "2027-01-10",
  error: "We could not save this travel date.",
  type: noop,
  save: () => Promise.resolve(),
};

export const visaRequestExamples = [
  example("AmountLine", {
    "two lines": (
      <dl>
        <AmountLine name="Visa Fee" rupees={2899} />
        <AmountLine name={longText} rupees={12_345_678} />
      </dl>
    ),
  }),
  example("TravelDateField", {
    empty: <SampleTravelDate id="travel-empty" first="" />,
    "in time": <SampleTravelDate id="travel-in-time" first="2027-01-10" />,
    warning: <SampleTravelDate id="travel-late" first="2026-11-28" />,
    error: <SampleTravelDate id="travel-error" first="2026-01-10" />,
  }),
  example("TravelDate", {
    "error: not saved": (
      <TravelDate id="travel-not-saved" change={notSaved} expectedDate={expectedDate} today={today} warns />
    ),
  }),
  example("LateVisaChoice", { "error: no choice": <SampleChoice /> }),
];
