/** The countries of the world by region, to recognise those that we do not offer. Pure. */
import { foldText } from "./countrySearch.rules";

/** ISO 3166-1 codes by region, based on the subregions of the UN (M49). */
const regions = [
  "ae am az bh cy ge il iq jo kw lb om ps qa sa sy tr ye",
  "bd bt in ir lk mv np pk",
  "af kg kz tj tm uz",
  "bn id kh la mm my ph sg th tl vn",
  "cn hk jp kp kr mn mo tw",
  "dz eg ly ma sd tn",
  "bi dj er et ke km mg mu mw mz re rw sc so ss tz ug zm zw",
  "ao cd cf cg cm ga gq st td",
  "bf bj ci cv gh gm gn gw lr ml mr ne ng sl sn tg",
  "bw ls na sz za",
  "by bg cz hu md pl ro ru sk ua",
  "dk ee fi gb ie is lt lv no se",
  "ad al ba es gr hr it me mk mt pt rs si sm va xk",
  "at be ch de fr li lu mc nl",
  "ca gl us",
  "bz cr gt hn mx ni pa sv",
  "ag bb bs cu dm do gd ht jm kn lc tt vc",
  "ar bo br cl co ec gy pe py sr uy ve",
  "au fj fm ki mh nr nz pg pw sb to tv vu ws",
].map((codes) => codes.split(" "));

/** Names that `Intl` does not contain, such as former names and cities. */
const otherNames: Record<string, string[]> = {
  us: ["USA", "America", "अमेरिका"],
  gb: ["England", "Great Britain", "Britain", "Scotland", "London", "ब्रिटेन"],
  kr: ["Korea"],
  cz: ["Czech Republic"],
  fr: ["Paris"],
  th: ["Bangkok", "Phuket"],
  nl: ["Holland"],
  ch: ["Swiss"],
  mm: ["Burma"],
  mo: ["Macau"],
  cd: ["Congo", "DRC", "DR Congo"],
  ci: ["Ivory Coast"],
  ir: ["Persia"],
  lk: ["Ceylon"],
  sz: ["Swaziland"],
  tl: ["East Timor"],
  tr: ["Turkey"],
};

export interface WorldCountry {
  /** ISO 3166-1 alpha-2, in lower case, as in the catalogue. */
  flagSrc: string;
  /** In English. */
  name: string;
  /** Folded names in English and Hindi. */
  names: string[];
}

let all: readonly WorldCountry[] | undefined;

export function listWorldCountries(): readonly WorldCountry[] {
  all ??= makeWorldCountries();
  return all;
}

function makeWorldCountries(): WorldCountry[] {
  const styles = ["en", "hi"].flatMap((locale) =>
    (["long", "short"] as const).map((style) => new Intl.DisplayNames([locale], { type: "region", style })),
  );
  return regions.flat().map((flagSrc) => {
    const byStyle = styles.map((style) => style.of(flagSrc.toUpperCase())!);
    const [long, short] = byStyle;
    const names = [...byStyle, ...(otherNames[flagSrc] ?? [])];
    // Uses the short name only for names such as "Macao SAR China", because other short names may be abbreviations.
    const name = long!.includes("SAR") ? short! : long!;
    return { flagSrc, name, names: names.map(foldText) };
  });
}

/** Returns the codes of the countries in the same region. */
export function listRegion(flagSrc: string): readonly string[] {
  return regions.find((codes) => codes.includes(flagSrc)) ?? [];
}
