import { useState } from "react";
import { adultFromAge, childFromAge } from "../../../server/modules/applicant/applicant.rules";
import { travelerTypes, type TravelerType } from "../../../server/modules/visaRequest/pricing.rules";
import { Button, ButtonGroup } from "../../components/Button";
import { Disclosure } from "../../components/Disclosure";
import { Form, TextField } from "../../components/form/inputs";
import {
  countTravellers,
  maxPlanned,
  maxPlannedNameLength,
  type PlannedTraveller,
  planTravellers,
  type TravellerCounts,
  type TravellerNames,
} from "./travellerPlan";
import { TravellersPrice } from "./TravellersPrice";
import styles from "./WhoIsTravelling.module.css";

const categories: Record<TravelerType, { label: string; one: string; ages: string }> = {
  ADULT: { label: "Adults", one: "adult", ages: `${adultFromAge} or older on the day of travel` },
  CHILD: { label: "Children", one: "child", ages: `${childFromAge} to ${adultFromAge - 1}` },
  INFANT: { label: "Infants", one: "infant", ages: `Under ${childFromAge}` },
};

interface WhoIsTravellingProps {
  request: { visaName: string; countryName: string; travelDate: string };
  /** Undefined until it is known; the price is then missing. */
  visaId: string | undefined;
  onContinue: (plan: PlannedTraveller[]) => void;
}

/** The first question of an application: who needs a visa, with the price for all of them. */
export function WhoIsTravelling({ request, visaId, onContinue }: WhoIsTravellingProps) {
  const [counts, setCounts] = useState<TravellerCounts>({ ADULT: 1, CHILD: 0, INFANT: 0 });
  const [names, setNames] = useState<TravellerNames>({});
  const count = countTravellers(counts);
  const change = (category: TravelerType, by: 1 | -1) =>
    setCounts((present) => ({ ...present, [category]: present[category] + by }));
  const rename = (category: TravelerType, index: number, name: string) =>
    setNames((present) => {
      const changed = [...(present[category] ?? [])];
      changed[index] = name;
      return { ...present, [category]: changed };
    });

  return (
    <Form className={`stack-5 ${styles["form"]}`} onSubmit={() => onContinue(planTravellers(counts, names))}>
      <header className="stack-1">
        <h1 tabIndex={-1}>Who is travelling?</h1>
        <p className="muted">
          {request.visaName}, {request.countryName}
        </p>
      </header>
      <div className={styles["card"]}>
        {travelerTypes.map((category) => (
          <Stepper
            key={category}
            {...categories[category]}
            count={counts[category]}
            canAdd={count < maxPlanned}
            canRemove={counts[category] > 0 && count > 1}
            onChange={(by) => change(category, by)}
          />
        ))}
      </div>
      {count > 1 && (
        <Disclosure summary="Add names (optional)">
          <div className="stack-3">
            {travelerTypes.flatMap((category) =>
              planTravellers({ ADULT: 0, CHILD: 0, INFANT: 0, [category]: counts[category] }).map(
                ({ label }, index) => (
                  <TextField
                    key={label}
                    id={`traveller-${category}-${index}`}
                    label={`Name of ${label.toLowerCase()}`}
                    value={names[category]?.[index] ?? ""}
                    maxLength={maxPlannedNameLength}
                    autoComplete="off"
                    onText={(name) => rename(category, index, name)}
                  />
                ),
              ),
            )}
          </div>
        </Disclosure>
      )}
      {visaId && <TravellersPrice visaId={visaId} travelDate={request.travelDate} counts={counts} />}
      <ButtonGroup>
        <Button type="submit">Continue</Button>
      </ButtonGroup>
    </Form>
  );
}

interface StepperProps {
  label: string;
  one: string;
  ages: string;
  count: number;
  canAdd: boolean;
  canRemove: boolean;
  onChange: (by: 1 | -1) => void;
}

function Stepper({ label, one, ages, count, canAdd, canRemove, onChange }: StepperProps) {
  return (
    <div role="group" aria-label={label} className={styles["row"]}>
      <p className={styles["category"]}>
        <strong>{label}</strong>
        <span className="small muted">{ages}</span>
      </p>
      {/* Not `disabled`, which would drop the focus at the limit. */}
      <button
        type="button"
        className={styles["step"]}
        aria-label={`One ${one} fewer`}
        aria-disabled={!canRemove}
        onClick={() => canRemove && onChange(-1)}
      >
        −
      </button>
      <output className={`numbers ${styles["count"]}`}>{count}</output>
      <button
        type="button"
        className={styles["step"]}
        aria-label={`One more ${one}`}
        aria-disabled={!canAdd}
        onClick={() => canAdd && onChange(1)}
      >
        +
      </button>
    </div>
  );
}
