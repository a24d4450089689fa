import { createHash } from "node:crypto";
import type { RequirementListEntity } from "../catalogue.entity";
import type { VisaRequirement } from "./requirement.rules";

interface Requiring {
  requirements: VisaRequirement[];
}

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

/** Returns the id of a visa's requirements; equal requirements have the same id. */
export function toRequirementListId({ requirements }: Requiring): string {
  return hash(JSON.stringify(requirements));
}

/** Returns a row for each distinct list of requirements of these visas. */
export function toRequirementLists(visas: readonly Requiring[]): RequirementListEntity[] {
  const texts = new Set(visas.map(({ requirements }) => JSON.stringify(requirements)));
  return [...texts].map((requirements) => ({ requirementListId: hash(requirements), requirements }));
}
