import { useNavigate } from "react-router-dom";
import { paths } from "../../paths";
import { useCountriesQuery } from "../public.generated";
import { CountryCombobox } from "./CountryCombobox";

/** The search box for all countries; picking one opens its lead visa. */
export function CountrySearch({ text, onCover }: { text?: string; onCover?: boolean }) {
  const { data } = useCountriesQuery();
  const navigate = useNavigate();
  return (
    <CountryCombobox
      id="country-search"
      label="Where are you going?"
      action={paths.visas()}
      countries={data?.countries ?? []}
      text={text}
      onCover={onCover}
      onPick={({ leadVisa, countryUrl }) =>
        void navigate(leadVisa ? paths.visa(leadVisa.visaUrl) : paths.visas(countryUrl))
      }
      onSearch={(wanted) => void navigate(wanted ? paths.visaSearch(wanted) : paths.visas())}
    />
  );
}
