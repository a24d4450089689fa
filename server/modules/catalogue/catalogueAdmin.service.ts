/** The catalogue admin. Guards: staff only; a change must be based on the current version and is recorded. */
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import { todayInKolkata, type Day } from "../../core/day.rules";
import { notFound, throwIfAny } from "../../core/errors";
import type { Principal, StaffGuard, StaffMember } from "../../core/principal";
import type { ApprovalEntity } from "../approval/approval.entity";
import type { ApprovalService } from "../approval/approval.service";
import type { AuditService } from "../audit/audit.service";
import type { VisaEntity } from "./catalogue.entity";
import { findCatalogueRows } from "./catalogue.repository";
import {
  completeDocuments,
  toAdminCountry,
  toListRows,
  type AdminChange,
  type AdminCountry,
  type DueCountry,
} from "./catalogueAdmin.view";
import type { CatalogueService } from "./catalogue.service";
import * as admin from "./catalogueAdmin.repository";
import {
  checkCountry,
  checkVisa,
  countryFields,
  normaliseCountryChanges,
  normaliseVisaChanges,
  visaFields,
  maxChanges,
  type CountryChanges,
  type VisaChanges,
} from "./catalogueAdmin.rules";
import { CatalogueHistory } from "./history/catalogueHistory.logic";
import { compareFields, type FieldChange } from "./history/fieldChanges.rules";
import { changesPrice, describeVisaChange } from "./priceChange.rules";
import { findDue, markChecked } from "./requirement/dueRequirements.rules";
import { findRepeatedIds } from "./requirement/requirementChanges.rules";

interface Deps extends Pick<Platform, "db" | "clock"> {
  approvals: ApprovalService;
  audit: AuditService;
  staff: StaffGuard;
  catalogue: CatalogueService;
}

interface AskedVisaChange {
  version: number;
  changes: VisaChanges;
}

export class CatalogueAdminService {
  readonly #history: CatalogueHistory;

  constructor(private readonly deps: Deps) {
    this.#history = new CatalogueHistory(deps);
  }

  get #today(): Day {
    return todayInKolkata(this.deps.clock.now());
  }

  /** Returns all countries, sorted by name. Throws UNAUTHENTICATED, FORBIDDEN. */
  async list(caller: Principal): Promise<AdminCountry[]> {
    await this.deps.staff.requireStaff(caller, "staffCountries");
    return this.#findAll();
  }

  /** Returns a country by its slug, case-insensitively. Throws UNAUTHENTICATED, FORBIDDEN. */
  async find(caller: Principal, countryUrl: string): Promise<AdminCountry | undefined> {
    await this.deps.staff.requireStaff(caller, "staffCountry");
    return this.#find({ countryUrl: countryUrl.toLowerCase() });
  }

  /** Returns the country slugs of these visas by visa id. The caller has checked permissions. */
  async findCountryUrlsByVisas(visaIds: readonly string[]): Promise<Map<string, string>> {
    return admin.findCountryUrls(this.deps.db.rows, visaIds);
  }

  /** Returns the changes to a country and its visas, newest first. The caller has checked permissions. */
  async listChanges({ visaCountryId, visas }: AdminCountry, first: number): Promise<AdminChange[]> {
    const limit = Math.min(Math.max(first, 0), maxChanges);
    if (limit === 0) return [];
    return this.#history.toChanges(await admin.findChanges(this.deps.db.read, visaCountryId, limit), visas);
  }

  /**
   * Updates a visa. If a price change requires approval, the whole update waits for the approval. Throws
   * UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CONFLICT, INVALID_STATE if the visa already has an open approval, and the
   * violations of the values.
   */
  async updateVisa(
    caller: Principal,
    { visaId, version, ...input }: { visaId: string; version: number } & VisaChanges,
  ): Promise<AdminCountry> {
    const member = await this.deps.staff.requireStaff(caller, "staffUpdateVisa");
    const changes = normaliseVisaChanges(input);
    throwIfAny(checkVisa(changes));
    const { approvals, catalogue } = this.deps;
    let visaCountryId = "";
    await catalogue.change(async (transaction) => {
      const { visa, fields } = await this.#compareVisa(transaction, { visaId, version }, changes);
      ({ visaCountryId } = visa);
      if (approvals.isEnabled && changesPrice(fields)) {
        const { countries } = (await admin.findCountryRows(transaction, { visaCountryId }))!;
        await approvals.ask(transaction, {
          kind: "VISA_CHANGE",
          subjectId: visaId,
          text: describeVisaChange(`${countries[0]!.name}, ${visa.visaName}`, fields),
          asked: { version, changes } satisfies AskedVisaChange,
          staffId: member.staffId,
        });
        return false;
      }
      return this.#changeVisa(transaction, member.staffId, { visa, changes, fields });
    });
    return (await this.#find({ visaCountryId }))!;
  }

  /**
   * Approves a requested change of a visa and performs it. Throws the errors of `agree`, and NOT_FOUND or CONFLICT if
   * the change is no longer possible.
   */
  async carryOut(approval: ApprovalEntity, staffId: string): Promise<void> {
    const { approvals, catalogue } = this.deps;
    const { version, changes } = JSON.parse(approval.asked) as AskedVisaChange;
    await catalogue.change(async (transaction) => {
      await approvals.agree(transaction, approval, { staffId });
      const asked = { visaId: approval.subjectId, version };
      const { visa, fields } = await this.#compareVisa(transaction, asked, changes);
      return this.#changeVisa(transaction, approval.askedByStaffId, { visa, changes, fields });
    });
  }

  /** Updates a country. Throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CONFLICT, and the violations of the values. */
  async updateCountry(
    caller: Principal,
    { visaCountryId, version, ...input }: { visaCountryId: string; version: number } & CountryChanges,
  ): Promise<AdminCountry> {
    const member = await this.deps.staff.requireStaff(caller, "staffUpdateCountry");
    const changes = normaliseCountryChanges(input);
    return this.#changeCountry(member, { visaCountryId, version }, () => changes);
  }

  /** Returns the countries with requirements that are due for a check. Throws UNAUTHENTICATED, FORBIDDEN. */
  async listDueRequirements(caller: Principal): Promise<DueCountry[]> {
    await this.deps.staff.requireStaff(caller, "staffDueRequirements");
    return (await this.#findAll())
      .map((country) => ({ country, ...findDue(country, this.#today) }))
      .filter(({ requirements }) => requirements.length > 0);
  }

  /**
   * Marks the requirements of a visa, or of all visas of the country, as checked against their source today.
   * Throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CONFLICT.
   */
  async checkRequirements(
    caller: Principal,
    { visaId, ...at }: { visaCountryId: string; version: number; visaId?: string | null },
  ): Promise<AdminCountry> {
    const member = await this.deps.staff.requireStaff(caller, "staffCheckRequirements");
    return this.#changeCountry(member, at, ({ documents, visas }) => {
      const visa = visaId ? visas.find((one) => one.visaId === visaId) : undefined;
      if (visaId && !visa) throw notFound();
      return { documents: markChecked(documents, visa, this.#today) };
    });
  }

  /** Changes a country at this version; `decide` returns the changes to the stored country. */
  async #changeCountry(
    { staffId }: StaffMember,
    { visaCountryId, version }: { visaCountryId: string; version: number },
    decide: (country: AdminCountry) => CountryChanges,
  ): Promise<AdminCountry> {
    await this.deps.catalogue.change(async (transaction) => {
      const rows = await admin.findCountryRows(transaction, { visaCountryId });
      if (!rows) throw notFound();
      const subject = { visaCountryId, visaId: null };
      const country = toAdminCountry(rows.countries[0]!, rows, null);
      const decided = decide(country);
      throwIfAny(checkCountry(decided, { visas: country.visas, today: this.#today }));
      const current = { ...subject, version: country.version };
      if (country.version !== version) throw await this.#history.conflict(transaction, current);
      const documents = decided.documents ? completeDocuments(decided.documents, rows.documents) : undefined;
      throwIfAny(findRepeatedIds(documents ?? []));
      const changes = { ...decided, documents };
      const fields = compareFields(country, changes, countryFields);
      if (fields.length === 0) return false;
      const { isActive, leadVisaUrl } = changes;
      const own = {
        ...(isActive != null && { isActive }),
        ...(leadVisaUrl !== undefined && { leadVisaUrl }),
      };
      if (!(await admin.changeCountry(transaction, { visaCountryId, version }, own)))
        throw await this.#history.conflict(transaction, current);
      const lists = toListRows(visaCountryId, changes, rows.documents);
      await admin.replaceLists(transaction, visaCountryId, lists);
      await this.#history.record(transaction, staffId, subject, fields);
      return true;
    });
    return (await this.#find({ visaCountryId }))!;
  }

  /** Returns this version of the visa and the fields that would change. Throws NOT_FOUND, CONFLICT. */
  async #compareVisa(
    transaction: EntityManager,
    { visaId, version }: { visaId: string; version: number },
    changes: VisaChanges,
  ): Promise<{ visa: VisaEntity; fields: FieldChange[] }> {
    const visa = await admin.findVisaRow(transaction, visaId);
    if (!visa) throw notFound();
    if (visa.version !== version) throw await this.#history.conflict(transaction, visa);
    return { visa, fields: compareFields(visa, changes, visaFields) };
  }

  /** Stores and records the changes; returns false if there are none. */
  async #changeVisa(
    transaction: EntityManager,
    staffId: string,
    { visa, changes, fields }: { visa: VisaEntity; changes: VisaChanges; fields: FieldChange[] },
  ): Promise<boolean> {
    if (fields.length === 0) return false;
    const { visaCountryId, visaId } = visa;
    if (!(await admin.changeVisa(transaction, visa, changes)))
      throw await this.#history.conflict(transaction, visa);
    await this.#history.record(transaction, staffId, { visaCountryId, visaId }, fields);
    return true;
  }

  /** Returns all countries, sorted by name. */
  async #findAll(): Promise<AdminCountry[]> {
    const { read } = this.deps.db;
    const rows = await findCatalogueRows(read);
    const last = await admin.findLastChanges(read);
    const shown = await this.#history.toChanges(last, rows.visas);
    const changes = new Map(last.map(({ visaCountryId }, at) => [visaCountryId, shown[at]]));
    return rows.countries
      .map((country) => toAdminCountry(country, rows, changes.get(country.visaCountryId) ?? null))
      .sort((a, b) => a.name.localeCompare(b.name, "en"));
  }

  async #find(where: { visaCountryId: string } | { countryUrl: string }): Promise<AdminCountry | undefined> {
    const { read } = this.deps.db;
    const rows = await admin.findCountryRows(read, where);
    const country = rows?.countries[0];
    if (!country) return undefined;
    const last = await admin.findChanges(read, country.visaCountryId, 1);
    const [change] = await this.#history.toChanges(last, rows.visas);
    return toAdminCountry(country, rows, change ?? null);
  }
}
