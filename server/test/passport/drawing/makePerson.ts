/** Invents passport holders and the MRZ lines of their passports. */
import { computeCheckDigit } from "../../../modules/file/passport/mrzCharacters.rules";
import type { Random } from "./Random";

/** Values are written as in the MRZ, with `<` between words. */
export interface Person {
  /** The letter after `P`. */
  documentType: string;
  issuer: string;
  nationality: string;
  surname: string;
  givenNames: string;
  number: string;
  /** `YYMMDD` */
  birth: string;
  sex: string;
  expiry: string;
  optional: string;
  /** True if the check digit of absent optional data is a filler. */
  hasFillerDigit: boolean;
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const states =
  "IND USA GBR FRA ESP ITA POL UKR KEN NGA EGY ZAF BRA ARG MEX CAN AUS NZL JPN KOR CHN VNM THA IDN MYS PHL SGP ARE " +
  "SAU QAT OMN TUR GEO ARM AZE KAZ UZB RUS SWE NOR FIN DNK NLD BEL CHE AUT PRT GRC ROU BGR HUN CZE SVK IRL ISR JOR " +
  "LBN LKA NPL BGD PAK MMR KHM TZA ZMB ETH MDG MAR TUN GHA";
const onsets =
  "B BR C CH D DH F FR G GR H J K KH KR L M N NG P PR QU R S SH ST SV T TR TH V W X Y Z ZH ".split(" ");
const vowels = "A E I O U AA AI AU EE EI IA IO OU OO UI Y".split(" ");
const codas = ["", "", "", ..."N R L S M T K ND NG RT SS LL CK TH Z X D B V".split(" ")];

export function makePerson(random: Random): Person {
  const words = (...chances: number[]) =>
    [makeWord(random), ...chances.filter((share) => random.chance(share)).map(() => makeWord(random))].join(
      "<",
    );
  const issuer = random.chance(0.05) ? "D<<" : random.pick(states.split(" "));
  return {
    documentType: random.chance(0.85) ? "<" : random.pick([..."DSOMPN"]),
    issuer,
    nationality: random.chance(0.93) ? issuer : random.pick(states.split(" ")),
    surname: words(0.18),
    givenNames: random.chance(0.04) ? "" : words(0.55, 0.15),
    number: makeNumber(random),
    birth: makeDay(random, 0, 99),
    sex: random.pick([..."MFMFMFMF<"]),
    expiry: makeDay(random, 26, 36),
    optional: makeOptional(random),
    hasFillerDigit: random.chance(0.6),
  };
}

function makeWord(random: Random): string {
  for (;;) {
    let word = "";
    for (let left = random.integer(1, 4); left > 0; left--)
      word +=
        random.pick(onsets) +
        random.pick(vowels) +
        (left === 1 || random.chance(0.3) ? random.pick(codas) : "");
    if (word.length >= 2 && word.length <= 14) return word;
  }
}

const pickText = (random: Random, from: string, length: number) =>
  Array.from({ length }, () => random.pick([...from])).join("");
const digits = (random: Random, length: number) => pickText(random, "0123456789", length);

/** Returns a passport number in the format of one of several countries. */
function makeNumber(random: Random): string {
  const letter = () => pickText(random, letters, 1);
  const forms = [
    () => letter() + digits(random, 7),
    () => digits(random, 9),
    () => letter() + letter() + digits(random, 7),
    () => letter() + digits(random, 8),
    () => pickText(random, "CFGHJKLMNPRTVWXYZ0123456789", 9),
    () => letter() + letter() + digits(random, 6),
  ];
  return random.pick(forms)();
}

function makeDay(random: Random, fromYear: number, toYear: number): string {
  return [random.integer(fromYear, toYear), random.integer(1, 12), random.integer(1, 28)]
    .map((part) => String(part).padStart(2, "0"))
    .join("");
}

function makeOptional(random: Random): string {
  if (random.chance(0.5)) return "";
  if (random.chance(0.5)) return digits(random, random.integer(6, 14));
  return pickText(random, "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789", random.integer(4, 14));
}

/** Returns the MRZ lines as specified in ICAO Doc 9303, part 4; names that are too long are truncated. */
export function makeLines(person: Person): [string, string] {
  const fill = (text: string, length: number) => text.padEnd(length, "<").slice(0, length);
  const guard = (text: string) => text + computeCheckDigit(text);
  const upper = fill(`P${person.documentType}${person.issuer}${person.surname}<<${person.givenNames}`, 44);
  const optional = fill(person.optional, 14);
  const [number, birth, expiry] = [guard(fill(person.number, 9)), guard(person.birth), guard(person.expiry)];
  const end = person.optional === "" && person.hasFillerDigit ? `${optional}<` : guard(optional);
  const lower = number + person.nationality + birth + person.sex + expiry + end;
  return [upper, lower + computeCheckDigit(number + birth + expiry + end)];
}
