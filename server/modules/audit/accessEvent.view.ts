import type { StoredFileEntity } from "../file/file.entity";
import type { AuditEventEntity } from "./audit.entity";
import { accessActor, type AccessAction, type AccessActor, type AuditDetails } from "./audit.rules";

export interface AccessEvent {
  at: string;
  actor: AccessActor;
  /** Null unless the actor is a partner. */
  partnerKeyId: string | null;
  action: AccessAction;
  visaApplicantId: string | null;
  paper: StoredFileEntity["purpose"] | null;
}

export function toAccessEvent(
  event: AuditEventEntity,
  viewer: Parameters<typeof accessActor>[1],
): AccessEvent {
  const details = JSON.parse(event.details ?? "{}") as AuditDetails;
  return {
    at: event.at,
    actor: accessActor(event, viewer),
    partnerKeyId: event.actorKind === "PARTNER" ? event.actorId : null,
    // The query returns only access actions.
    action: event.action as AccessAction,
    visaApplicantId: event.subjectKind === "APPLICANT" ? event.subjectId : (details.visaApplicantId ?? null),
    paper: (details.purpose as AccessEvent["paper"] | undefined) ?? null,
  };
}
