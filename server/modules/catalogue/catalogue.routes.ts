import { notFound } from "../../errors";
import { SerialisedAnswer, type RestRoute } from "../../rest/restRoute";
import type { Services } from "../../services";
import type { CatalogueCountry, CatalogueVisa } from "./catalogue.rules";

export function catalogueRoutes({ catalogue }: Services): RestRoute[] {
  // By the country itself: a change to the catalogue makes new ones, and the old answers go with the old ones.
  const answers = new WeakMap<CatalogueCountry, SerialisedAnswer>();
  const answerFor = (country: CatalogueCountry) => {
    const answer = answers.get(country) ?? new SerialisedAnswer({ data: toRestCountry(country) });
    answers.set(country, answer);
    return answer;
  };
  return [
    {
      method: "GET",
      url: "/api/visa/getbycountry",
      isOpen: true,
      handle: ({ parameters }) => {
        const country = catalogue.findCountry(parameters.get("countryurl"));
        if (!country) throw notFound();
        return answerFor(country);
      },
    },
  ];
}

/** A country as spec §3 has it: visas in it know its name, not itself. */
function toRestCountry({ leadVisa: _lead, popularRank: _rank, visas, ...country }: CatalogueCountry) {
  return { ...country, visas: visas.map(toRestVisa) };
}

/** Spec §3 writes `EVisa` where GraphQL's enum says `EVISA`. */
function toRestVisa({ country: _country, processType, ...visa }: CatalogueVisa) {
  return { ...visa, processType: processType && "EVisa" };
}
