/** Builds the view of a country for staff from its rows. Pure except for new ids. */
import { randomUUID } from "node:crypto";
import type { StaffMember } from "../../core/principal";
import type { VisaCountryEntity, VisaDocumentEntity, VisaEntity } from "./catalogue.entity";
import { byPrice, toFlagUrl, type CatalogueRows } from "./catalogue.rules";
import type { CountryChanges, DocumentInput, DocumentItem } from "./catalogueAdmin.rules";
import type { FieldChange } from "./history/fieldChanges.rules";
import type { findDue } from "./requirement/dueRequirements.rules";
import { readAllFacts } from "./requirement/requirementChanges.rules";

/** A country with its visas and texts, published or not. */
export type AdminCountry = ReturnType<typeof toAdminCountry>;

export interface DueCountry extends ReturnType<typeof findDue<VisaEntity, DocumentItem>> {
  country: AdminCountry;
}

export interface AdminChange {
  catalogueChangeId: string;
  at: string;
  by: StaffMember;
  visaId: string | null;
  visaName: string | null;
  fields: FieldChange[];
}

export function toAdminCountry(
  country: VisaCountryEntity,
  rows: CatalogueRows,
  lastChange: AdminChange | null,
) {
  const isOwn = ({ visaCountryId }: { visaCountryId: string }) => visaCountryId === country.visaCountryId;
  const inOrder = <Row extends { visaCountryId: string; position: number }>(list: readonly Row[]) =>
    list.filter(isOwn).sort((a, b) => a.position - b.position);
  const visas = rows.visas.filter(isOwn).sort(byPrice);
  return {
    ...country,
    flagUrl: toFlagUrl(country.flagSrc),
    visaCount: visas.length,
    activeVisaCount: visas.filter(({ isActive }) => isActive).length,
    /** Cheapest first. */
    visas,
    documents: toDocumentItems(inOrder(rows.documents)),
    terms: inOrder(rows.terms).map(({ termsandConditions }) => termsandConditions),
    faqs: inOrder(rows.faqs).map(({ question, answer }) => ({ question, answer })),
    lastChange,
  };
}

type DocumentTexts = Pick<VisaDocumentEntity, "visaType" | "documentName" | "requirement">;

function toDocumentItems(documents: readonly DocumentTexts[]): DocumentItem[] {
  const facts = readAllFacts(documents);
  return documents.map(({ visaType, documentName }, at) => ({
    visaType,
    documentName,
    requirement: facts[at]!,
  }));
}

/** Adds omitted facts: those of the stored document with the same text, or suggested facts. */
export function completeDocuments(
  documents: readonly DocumentInput[],
  before: CatalogueRows["documents"],
): DocumentItem[] {
  const isSame = (one: DocumentTexts, { visaType, documentName }: DocumentInput) =>
    one.visaType === visaType && one.documentName === documentName;
  return toDocumentItems(
    documents.map((document) => ({
      ...document,
      requirement: document.requirement
        ? JSON.stringify(document.requirement)
        : (before.find((one) => isSame(one, document))?.requirement ?? null),
    })),
  );
}

/**
 * Returns the rows of complete lists. Terms and FAQs get new ids; a document keeps its id if its requirement id is
 * unchanged.
 */
export function toListRows(
  visaCountryId: string,
  { documents, terms, faqs }: Omit<CountryChanges, "documents"> & { documents?: DocumentItem[] | undefined },
  before: CatalogueRows["documents"],
): Partial<Pick<CatalogueRows, "documents" | "terms" | "faqs">> {
  const place = (position: number) => ({ visaCountryId, position });
  const keyOf = ({ visaType, requirement }: DocumentItem) => `${visaType}/${requirement.requirementId}`;
  const ids = new Map(
    toDocumentItems(before).map((document, at) => [keyOf(document), before[at]!.visaDocumentId]),
  );
  return {
    ...(documents && {
      documents: documents.map((document, at) => ({
        ...document,
        ...place(at),
        visaDocumentId: ids.get(keyOf(document)) ?? randomUUID(),
        requirement: JSON.stringify(document.requirement),
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
