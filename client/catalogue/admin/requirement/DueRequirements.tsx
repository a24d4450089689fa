import { Link } from "react-router-dom";
import { Button } from "../../../components/Button";
import { Disclosure } from "../../../components/Disclosure";
import { FlagImage } from "../../FlagImage";
import { choiceLabel } from "../../visaTexts";
import { useToast } from "../../../components/feedback/ToastProvider";
import { useFocusAfter } from "../../../lib/focusInView";
import { formatDay } from "../../../lib/days";
import { paths } from "../../../paths";
import { type StaffDueRequirementsQuery, useStaffDueRequirementsQuery } from "../operations.generated";
import { problemOf, useCatalogueAdmin } from "../useCatalogueAdmin";
import { keyOf } from "./requirementItems";
import styles from "./Requirements.module.css";
import { SourceLink } from "./SourceLink";

type DueCountry = StaffDueRequirementsQuery["staffDueRequirements"][number];

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/**
 * The requirements that are due for a comparison with their sources, by country. Renders nothing if there are none or
 * they could not be loaded. `search` filters by a part of the country's name, in lower case.
 */
export function DueRequirements({ search }: { search: string }) {
  const { data, refetch } = useStaffDueRequirementsQuery({ fetchPolicy: "cache-and-network" });
  const admin = useCatalogueAdmin(refetch);
  const toast = useToast();
  const focus = useFocusAfter();
  const all = data?.staffDueRequirements;
  if (!all || all.length === 0) return null;
  const shown = all.filter(({ country }) => country.name.toLocaleLowerCase("en").includes(search));
  const total = shown.reduce((sum, { requirements }) => sum + requirements.length, 0);

  const check = async ({ country }: DueCountry, visa?: { visaId: string; visaName: string }) => {
    const { visaCountryId, version, name } = country;
    const input = { visaCountryId, version, visaId: visa?.visaId ?? null };
    const problem = problemOf(await admin.checkRequirements(input));
    if (problem) return toast.error(problem);
    await refetch();
    toast.success(`${visa ? `${name}, ${visa.visaName}` : name}: marked as checked today`);
    // Moves the focus, because the pressed button no longer exists.
    focus(() => document.querySelector<HTMLElement>(`#due-${country.countryUrl} summary, #due-requirements`));
  };

  return (
    <section aria-labelledby="due-requirements" className="stack-3">
      <h2 id="due-requirements" tabIndex={-1}>
        Requirements to check
      </h2>
      <p className="muted">
        {counted(total, "requirement")} in {counted(shown.length, "country", "countries")} not compared with
        the authority’s page in the last 180 days. Look at the source, then mark a visa or a country as
        checked.
      </p>
      <Disclosure summary={`Show ${shown.length === 1 ? "it" : "them"} by country`}>
        <ul className={styles["dueCountries"]}>
          {shown.map((due) => (
            <li key={due.country.visaCountryId} id={`due-${due.country.countryUrl}`}>
              <Disclosure summary={`${due.country.name}: ${due.requirements.length}`}>
                <DueOfCountry due={due} isBusy={admin.isBusy} onCheck={(visa) => void check(due, visa)} />
              </Disclosure>
            </li>
          ))}
        </ul>
      </Disclosure>
    </section>
  );
}

interface DueOfCountryProps {
  due: DueCountry;
  isBusy: boolean;
  onCheck: (visa?: DueCountry["dueVisas"][number]["visa"]) => void;
}

function DueOfCountry({ due, isBusy, onCheck }: DueOfCountryProps) {
  const { country, requirements, dueVisas } = due;
  return (
    <div className="stack-4">
      <div className={`cluster ${styles["dueHead"]}`}>
        <FlagImage src={country.flagUrl} country={country.name} width={32} decorative />
        <Button disabled={isBusy} onClick={() => onCheck()}>
          All of {country.name} checked today
        </Button>
      </div>
      <ul className={styles["dueList"]} aria-label={`Requirements of ${country.name}`}>
        {requirements.map((requirement) => {
          const { visaType, requirementId, label, sourceUrl, checkedOn } = requirement;
          const key = keyOf({ visaType, requirement: { requirementId } });
          return (
            <li key={key} className={`cluster spread ${styles["place"]}`}>
              <Link className="touch" to={`${paths.catalogueAdmin(country.countryUrl)}#${key}`}>
                {label}
              </Link>
              <span className="small muted">
                {choiceLabel(visaType)}, {checkedOn ? formatDay(checkedOn) : "never checked"}
                {" · "}
                <SourceLink sourceUrl={sourceUrl} label={label} />
              </span>
            </li>
          );
        })}
      </ul>
      <ul className={styles["dueList"]} aria-label={`Visas of ${country.name}`}>
        {dueVisas.map(({ visa, dueCount }) => (
          <li key={visa.visaId} className={`cluster spread ${styles["place"]}`}>
            <span>
              {visa.visaName}
              <span className="small muted"> {counted(dueCount, "requirement")}</span>
            </span>
            <Button variant="secondary" disabled={isBusy} onClick={() => onCheck(visa)}>
              Checked today<span className="visually-hidden"> – {visa.visaName}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
