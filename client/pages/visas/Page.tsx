import { useParams } from "react-router-dom";
import { CountryListPage } from "./CountryListPage";
import { CountryPage } from "./CountryPage";

/** `/visas` is the list of countries, `/visas/{countryUrl}` the visas of one. */
export default function VisasPage() {
  const { countryUrl } = useParams();
  return countryUrl ? <CountryPage key={countryUrl} countryUrl={countryUrl} /> : <CountryListPage />;
}
