import { useState } from "react";
import { Link } from "react-router-dom";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { paths } from "../../paths";
import { FlagImage } from "../FlagImage";
import styles from "./CountrySuggestions.module.css";
import { sendWish } from "./sendWish";
import { type CountrySuggestionsQuery, useCountrySuggestionsQuery } from "./public.generated";

type Suggestions = CountrySuggestionsQuery["countrySuggestions"];

/** Suggestions for a search without results. Renders nothing if there are none. */
export default function CountrySuggestions({ text }: { text: string }) {
  const { data } = useCountrySuggestionsQuery({ variables: { search: text } });
  if (!data) return null;
  const { didYouMean, unoffered, neighbours } = data.countrySuggestions;
  if (unoffered) return <Unoffered key={unoffered.flagSrc} country={unoffered} neighbours={neighbours} />;
  if (didYouMean.length === 0) return null;
  return (
    <section aria-labelledby="did-you-mean" className="stack-3">
      <h2 id="did-you-mean" className="text-l">
        Did you mean {didYouMean.map(({ name }) => name).join(" or ")}?
      </h2>
      <CountryLinks countries={didYouMean} />
    </section>
  );
}

function Unoffered({
  country: { flagSrc, name },
  neighbours,
}: {
  country: NonNullable<Suggestions["unoffered"]>;
  neighbours: Suggestions["neighbours"];
}) {
  return (
    <section aria-labelledby="unoffered" className="sheet stack-4 pad">
      <div className="stack-2">
        <h2 id="unoffered" className="text-l">
          We do not offer visas for {name} yet
        </h2>
        <p>Tell us if you need one. This helps us choose which countries to add next.</p>
      </div>
      <Wish flagSrc={flagSrc} name={name} />
      {neighbours.length > 0 && (
        <div className="stack-2">
          <h3 className={styles["nearby"]}>Countries nearby</h3>
          <CountryLinks countries={neighbours} />
        </div>
      )}
    </section>
  );
}

function CountryLinks({ countries }: { countries: Suggestions["neighbours"] }) {
  return (
    <ul className="cluster gap-2">
      {countries.map(({ visaCountryId, name, countryUrl, flagUrl }) => (
        <li key={visaCountryId}>
          <Link to={paths.visas(countryUrl)} className={styles["country"]}>
            <FlagImage src={flagUrl} country={name} width={28} decorative />
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Wish({ flagSrc, name }: { flagSrc: string; name: string }) {
  const [state, setState] = useState<"open" | "sending" | "counted">("open");
  const [failure, setFailure] = useState<string>();
  const send = async () => {
    setState("sending");
    setFailure(undefined);

    const message = await sendWish(flagSrc);
    setFailure(message);
    setState(message ? "open" : "counted");
  };
  return (
    <div className="stack-2">
      <p role="status" className={`ok ${styles["counted"]}`}>
        {state === "counted" && `Thank you. We have counted your request for ${name}.`}
      </p>
      {failure && <InlineAlert>{failure}</InlineAlert>}
      {state !== "counted" && (
        <div>
          <Button busy={state === "sending"} onClick={() => void send()}>
            I want a visa for {name}
          </Button>
          <p className={`small ${styles["note"]}`}>We store the country and the day, nothing about you.</p>
        </div>
      )}
    </div>
  );
}
