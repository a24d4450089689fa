import { FavouriteButton } from "../../catalogue/FavouriteButton";
import { saveFavourite, type SavableVisa } from "../../catalogue/favourites";
import { FlagImage } from "../../catalogue/FlagImage";
import { VisaCard } from "../../catalogue/VisaCard";
import { VisaCardFrame } from "../../catalogue/VisaCardFrame";
import { Price } from "../../components/Price";
import { example, small } from "../Example";
import { longText } from "../samples";

const visa: SavableVisa = {
  visaId: "showcase-1",
  visaUrl: "bahrain-14-days",
  visaName: "14 Days Tourist Visa, Single Entry",
  visaCountryName: "Bahrain",
  flagSrc: "bh.svg",
  flagUrl: "/flags/bh.svg",
  adultPrice: 5999,
  processingTime: 4,
  stayPeriod: "14 days",
  validity: "30 days",
  entry: "SINGLE",
};
const savedVisa = { ...visa, visaId: "showcase-2", visaName: "30 Days Tourist Visa" };
saveFavourite(savedVisa);
const longVisa = {
  ...visa,
  visaId: "showcase-3",
  visaCountryName: "Bosnia and Herzegovina",
  visaName: longText,
};
const bareVisa = { ...visa, visaId: "showcase-4", stayPeriod: "", validity: "", entry: null };

export const catalogueExamples = [
  small("FlagImage", {
    "64 px": <FlagImage lazy={false} src={visa.flagUrl} country="Bahrain" />,
    "28 px": <FlagImage lazy={false} src={visa.flagUrl} country="Bahrain" width={28} />,
  }),
  small("FavouriteButton", {
    "not saved": <FavouriteButton visa={visa} />,
    saved: <FavouriteButton visa={savedVisa} />,
    hover: <FavouriteButton visa={visa} />,
    focus: <FavouriteButton visa={visa} />,
  }),
  example("VisaCardFrame", {
    "without an action": (
      <VisaCardFrame eager flagUrl={visa.flagUrl} country="Bahrain" decorativeFlag head={<p>Bahrain</p>}>
        <Price rupees={visa.adultPrice} />
      </VisaCardFrame>
    ),
  }),
  example("VisaCard", {
    usual: <VisaCard eager visa={visa} heading="h3" decorativeFlag priceNote="per adult" />,
    focus: <VisaCard eager visa={savedVisa} heading="h3" decorativeFlag />,
    "without facts": <VisaCard eager visa={bareVisa} heading="h3" decorativeFlag />,
    "long text": <VisaCard eager visa={longVisa} heading="h3" decorativeFlag />,
  }),
];
