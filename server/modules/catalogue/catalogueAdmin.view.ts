/** Builds the view of a country for staff from its rows. Pure except for new ids. */
import { randomUUID } from "node:crypto";
import type { StaffMember } from "../../core/principal";
import type { VisaCountryEntity, VisaEntity } from "./catalogue.entity";
import { byPrice, toFlagUrl, type CatalogueRows } from "./catalogue.rules";
import type { CountryChanges, CountryValues, FieldChange } from "./catalogueAdmin.rules";

/** A country with everything that belongs to it, published or not. */
export interface AdminCountry extends VisaCountryEntity, CountryValues {
  flagUrl: string;
  visaCount: number;
  activeVisaCount: number;
  /** Cheapest first. */
  visas: VisaEntity[];
  lastChange: AdminChange | null;
}

/** A change with its author. */
export interface AdminChange {
  catalogueChangeId: string;
  at: string;
  by: StaffMember;
  visaId: string | null;
  /** The current name of the visa. */
  visaName: string | null;
  fields: FieldChange[];
}

export function toAdminCountry(
  country: VisaCountryEntity,
  rows: CatalogueRows,
  lastChange: AdminChange | null,
): AdminCountry {
  const isOwn = ({ visaCountryId }: { visaCountryId: string }) => visaCountryId === country.visaCountryId;
  const inOrder = <Row extends { visaCountryId: string; position: number }>(list: readonly Row[]) =>
    list.filter(isOwn).sort((a, b) => a.position - b.position);
  const visas = rows.visas.filter(isOwn).sort(byPrice);
  return {
    ...country,
    flagUrl: toFlagUrl(country.flagSrc),
    visaCount: visas.length,
    activeVisaCount: visas.filter(({ isActive }) => isActive).length,
    visas,
    documents: inOrder(rows.documents).map(({ visaType, documentName }) => ({ visaType, documentName })),
    terms: inOrder(rows.terms).map(({ termsandConditions }) => termsandConditions),
    faqs: inOrder(rows.faqs).map(({ question, answer }) => ({ question, answer })),
    lastChange,
  };
}

/**
 * Lists are replaced as a whole, so their rows get new ids. A document whose text stays keeps the facts of
 * its requirement.
 */
export function toListRows(
  visaCountryId: string,
  { documents, terms, faqs }: CountryChanges,
  before: CatalogueRows["documents"],
): Partial<Pick<CatalogueRows, "documents" | "terms" | "faqs">> {
  const place = (position: number) => ({ visaCountryId, position });
  return {
    ...(documents && {
      documents: documents.map((document, at) => ({
        visaDocumentId: randomUUID(),
        ...place(at),
        ...document,
        requirement:
          before.find(
            ({ visaType, documentName }) =>
              visaType === document.visaType && documentName === document.documentName,
          )?.requirement ?? null,
      })),
    }),
    ...(terms && {
      terms: terms.map((termsandConditions, at) => ({
        visaTermsId: randomUUID(),
        ...place(at),
        termsandConditions,
      })),
    }),
    ...(faqs && { faqs: faqs.map((faq, at) => ({ visaFAQId: randomUUID(), ...place(at), ...faq })) }),
  };
}
