import type { AuditEventEntity } from "./audit.entity";
import { accessActor, type AccessAction, type AuditDetails } from "./audit.rules";

/** Returns the parts of an event that the API shows; of its actor, only a partner's key. */
export function describeEvent(event: AuditEventEntity) {
  const { at, action, actorKind, actorId, subjectKind, subjectId } = event;
  const { purpose = null, visaApplicantId = null } = JSON.parse(event.details ?? "{}") as AuditDetails;
  return {
    at,
    action,
    /** Null unless the actor is a partner. */
    partnerKeyId: actorKind === "PARTNER" ? actorId : null,
    visaApplicantId: subjectKind === "APPLICANT" ? subjectId : visaApplicantId,
    paper: purpose,
  };
}

export type AccessEvent = ReturnType<typeof toAccessEvent>;

export function toAccessEvent(event: AuditEventEntity, viewer: Parameters<typeof accessActor>[1]) {
  // The query returns only access actions.
  const action = event.action as AccessAction;
  return { ...describeEvent(event), action, actor: accessActor(event, viewer) };
}
