/** The history of the catalogue: who changed what, for staff and the audit log. */
import type { EntityManager } from "typeorm";
import { DomainError } from "../../../core/errors";
import type { StaffMember } from "../../../core/principal";
import type { Platform } from "../../../platform/adapters/Platform";
import type { AuditService } from "../../audit/audit.service";
import { shownNumber } from "../../user/phone.rules";
import { findUser } from "../../user/user.reads";
import type { CatalogueChangeEntity, VisaEntity } from "../catalogue.entity";
import * as admin from "../catalogueAdmin.repository";
import type { AdminChange } from "../catalogueAdmin.view";
import type { FieldChange } from "./fieldChanges.rules";

interface Deps extends Pick<Platform, "db" | "clock"> {
  audit: AuditService;
}

/** A visa, or the country itself if `visaId` is null. */
type Subject = Pick<CatalogueChangeEntity, "visaCountryId" | "visaId">;

export class CatalogueHistory {
  constructor(private readonly deps: Deps) {}

  async record(
    transaction: EntityManager,
    staffId: string,
    subject: Subject,
    fields: FieldChange[],
  ): Promise<void> {
    const { audit, clock } = this.deps;
    const at = clock.now().toISOString();
    await admin.insertChange(transaction, { at, staffId, ...subject, fields });
    await audit.record(transaction, "CATALOGUE_CHANGED", subject.visaId ?? subject.visaCountryId, {
      by: { staffId },
      details: { fields: fields.map(({ field }) => field) },
    });
  }

  /** Returns the error for a change that is based on an older version than the subject's. */
  async conflict(transaction: EntityManager, subject: Subject & { version: number }): Promise<DomainError> {
    const { last, count } = await admin.findLastChangeFor(transaction, subject);
    // Versions start at 1. The seed raises them too, but records no change, so once it has changed the subject, any later
    // change may be the seed's, and no one is named.
    const isByStaff = last && subject.version === 1 + count;
    const user = isByStaff ? await findUser(transaction, last.staffId) : undefined;
    const name = user?.name || shownNumber(user);
    const who = name ? ` by ${name}` : "";
    return new DomainError("CONFLICT", `This was changed in the meantime${who}. Nothing was saved`);
  }

  async toChanges(rows: CatalogueChangeEntity[], visas: readonly VisaEntity[]): Promise<AdminChange[]> {
    const members = new Map<string, StaffMember>();
    for (const staffId of new Set(rows.map((row) => row.staffId))) {
      const user = await findUser(this.deps.db.rows, staffId);
      members.set(staffId, { staffId, name: user?.name ?? "", phoneNumber: shownNumber(user) });
    }
    return rows.map(({ catalogueChangeId, at, staffId, visaId, fields }) => ({
      catalogueChangeId: String(catalogueChangeId),
      at,
      by: members.get(staffId)!,
      visaId,
      visaName: visas.find((visa) => visa.visaId === visaId)?.visaName ?? null,
      fields: JSON.parse(fields) as FieldChange[],
    }));
  }
}
