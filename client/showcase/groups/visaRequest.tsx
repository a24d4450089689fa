import { useState } from "react";
import { LateVisaChoice } from "../../visaRequest/LateVisaChoice";
import { TravelDateField } from "../../visaRequest/TravelDateField";
import { Example, State } from "../Example";
import { noop, today } from "../samples";

const expectedDate = "2026-12-01";

export function VisaRequestExamples() {
  const [isAccepted, setAccepted] = useState(false);
  return (
    <>
      <Example of="TravelDateField">
        <State name="empty">
          <SampleTravelDate id="travel-empty" first="" />
        </State>
        <State name="in time">
          <SampleTravelDate id="travel-in-time" first="2027-01-10" />
        </State>
        <State name="warning">
          <SampleTravelDate id="travel-late" first="2026-11-28" />
        </State>
        <State name="error">
          <SampleTravelDate id="travel-error" first="2026-01-10" />
        </State>
      </Example>
      <Example of="LateVisaChoice">
        <State name={isAccepted ? "accepted" : "error: no choice"}>
          <LateVisaChoice
            expectedDate={expectedDate}
            isAccepted={isAccepted}
            onAccept={setAccepted}
            onChooseLater={noop}
            attempt={1}
          />
        </State>
      </Example>
    </>
  );
}

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
      showsViolation={first !== ""}
    />
  );
}
