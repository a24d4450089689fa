import { useParams } from "react-router-dom";
import { CountriesPage } from "./CountriesPage";
import { CountryPage } from "./CountryPage";

/** `/staff/catalogue` is the list of countries, `/staff/catalogue/{countryUrl}` the care of one. */
export default function StaffCataloguePage() {
  const { countryUrl } = useParams();
  return countryUrl ? <CountryPage key={countryUrl} countryUrl={countryUrl} /> : <CountriesPage />;
}
