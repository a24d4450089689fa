/** Generates a picture of an invented passport. */
import { makeConditions, type Conditions, type Fault, type Quality } from "./conditions";
import { drawPage } from "./drawPage";
import { makeLines, makePerson, type Person } from "./makePerson";
import { photographPage } from "./photographPage";
import { Random } from "./Random";

export interface MadePassport {
  jpeg: Buffer;
  lines: readonly [string, string];
  conditions: Conditions;
}

interface Wishes {
  quality: Quality;
  /** The faults of the picture; by default, a bad picture has one or two of the faults used in development. */
  faults?: readonly Fault[];
  person?: Partial<Person>;
  conditions?: Partial<Conditions>;
  /** True for the back page, which has no photo and no MRZ. */
  isBackPage?: true;
}

export async function makePassport(seed: number, wishes: Wishes): Promise<MadePassport> {
  const random = new Random(seed);
  const person = { ...makePerson(random), ...wishes.person };
  const lines = makeLines(person);
  const conditions = { ...makeConditions(random, wishes.quality, wishes.faults), ...wishes.conditions };
  const page = drawPage(random, person, wishes.isBackPage ? undefined : lines, conditions);
  return { jpeg: await photographPage(random, page, conditions), lines, conditions };
}
