import { useState } from "react";
import { suggestTravelerType } from "../../../server/modules/applicant/applicant.rules";
import { travelerTypes, type TravelerType } from "../../../server/modules/visaRequest/pricing.rules";
import { Button, ButtonGroup } from "../../components/Button";
import { Disclosure } from "../../components/Disclosure";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { Form, TextField } from "../../components/form/inputs";
import { errorMessage } from "../../lib/errorMessage";
import { usePageTitle } from "../../seo/useHead";
import { useReportKept } from "../draft/useDraft";
import { ChooseKept, type KeptPerson } from "../kept/ChooseKept";
import { useAddKept } from "../kept/useAddKept";
import { Stepper } from "./Stepper";
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

interface WhoIsTravellingProps {
  request: { visaRequestId: string; visaName: string; countryName: string; travelDate: string };
  /** The visa's rules for the photo, on one line. */
  photoRule: string | undefined;
  kept: readonly KeptPerson[];
  onContinue: (plan: PlannedTraveller[]) => unknown;
}

const nobody: TravellerCounts = { ADULT: 0, CHILD: 0, INFANT: 0 };

const title = "Who is travelling?";

/** The first question of an application: the travellers who need a visa. Shows the price for all travellers. */
export function WhoIsTravelling(props: WhoIsTravellingProps) {
  const { request, photoRule, kept, onContinue } = props;
  const { visaRequestId, travelDate } = request;
  usePageTitle(title, { part: "travellers" });
  const [names, setNames] = useState<TravellerNames>({});
  const { counts, change, chosen, setChosen, all } = useTravellerCounts(kept, travelDate);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { addKept, earlier } = useAddKept(visaRequestId);
  const count = countTravellers(all);
  // Only Continue stores the answer.
  useReportKept(false);
  const goOn = async () => {
    if (count === 0) return setProblem("Choose at least one applicant.");
    setBusy(true);
    setProblem(undefined);
    const outcome = await addKept(chosen).catch((error: unknown) => ({
      added: [],
      problem: errorMessage(error),
    }));
    setBusy(false);
    if (outcome.problem) return setProblem(outcome.problem);
    const again = outcome.added.map(({ name: label, visaApplicantId }) => ({ label, visaApplicantId }));
    await onContinue([...again, ...planTravellers(counts, names)]);
  };

  return (
    <Form className={`stack-5 ${styles["form"]}`} onSubmit={goOn}>
      <header className="stack-1">
        <h1 tabIndex={-1}>{title}</h1>
        <p className="muted">
          {request.visaName}, {request.countryName}
        </p>
      </header>
      {kept.length > 0 && (
        <ChooseKept
          applicants={kept}
          travelDate={travelDate}
          photoRule={photoRule}
          chosen={chosen}
          added={earlier}
          onChange={setChosen}
        />
      )}
      <div className="sheet pad stack-2">
        {kept.length > 0 && <h2 className={styles["title"]}>New applicants</h2>}
        {travelerTypes.map((category) => (
          <Stepper
            key={category}
            category={category}
            count={counts[category]}
            canAdd={count < maxPlanned}
            canRemove={counts[category] > 0 && (count > 1 || kept.length > 0)}
            onChange={(by) => change(category, by)}
          />
        ))}
      </div>
      {countTravellers(counts) > 1 && <Names counts={counts} names={names} onChange={setNames} />}
      {count > 0 && <TravellersPrice visaRequestId={visaRequestId} counts={all} />}
      {problem && <InlineAlert>{problem}</InlineAlert>}
      <ButtonGroup>
        <Button type="submit" busy={isBusy}>
          Continue
        </Button>
      </ButtonGroup>
    </Form>
  );
}

/** Returns the number of new travellers per category in `counts`; `all` includes the chosen kept applicants. */
function useTravellerCounts(kept: readonly KeptPerson[], travelDate: string) {
  const [counts, setCounts] = useState<TravellerCounts>({ ...nobody, ADULT: kept.length > 0 ? 0 : 1 });
  const [chosenIds, setChosenIds] = useState<string[]>([]);
  const chosen = kept.filter(({ keptApplicantId }) => chosenIds.includes(keptApplicantId));
  const setChosen = (people: readonly KeptPerson[]) =>
    setChosenIds(people.map(({ keptApplicantId }) => keptApplicantId));
  const change = (category: TravelerType, by: 1 | -1) =>
    setCounts((present) => ({ ...present, [category]: present[category] + by }));
  const all = chosen.reduce<TravellerCounts>((sum, { dateOfBirth }) => {
    const category = suggestTravelerType(dateOfBirth, travelDate) ?? "ADULT";
    return { ...sum, [category]: sum[category] + 1 };
  }, counts);
  return { counts, change, chosen, setChosen, all };
}

interface NamesProps {
  counts: TravellerCounts;
  names: TravellerNames;
  onChange: (names: TravellerNames) => void;
}

function Names({ counts, names, onChange }: NamesProps) {
  const rename = (category: TravelerType, index: number, name: string) => {
    const changed = [...(names[category] ?? [])];
    changed[index] = name;
    onChange({ ...names, [category]: changed });
  };
  return (
    <Disclosure summary="Add names (optional)">
      <div className="stack-3">
        {travelerTypes.flatMap((category) =>
          planTravellers({ ...nobody, [category]: counts[category] }).map(({ label }, index) => (
            <TextField
              key={label}
              id={`traveller-${category}-${index}`}
              label={`Name of ${label.toLowerCase()}`}
              value={names[category]?.[index] ?? ""}
              maxLength={maxPlannedNameLength}
              autoComplete="off"
              onText={(name) => rename(category, index, name)}
            />
          )),
        )}
      </div>
    </Disclosure>
  );
}
