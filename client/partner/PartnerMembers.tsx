import { useState } from "react";
import { maxMembers } from "../../server/modules/partner/partner.rules";
import { noPhoneNumber, normalisePhone } from "../../server/modules/user/phone.rules";
import { PhoneInput } from "../auth/PhoneInput";
import { getSession } from "../auth/session";
import { Button } from "../components/Button";
import { ConfirmDialog } from "../components/dialog/ConfirmDialog";
import { InlineAlerts } from "../components/feedback/InlineAlert";
import { useToast } from "../components/feedback/ToastProvider";
import { Field, Form, SelectField } from "../components/form/inputs";
import { formatDay } from "../lib/days";
import type { PartnerRole } from "../schemaTypes.generated";
import {
  type PartnerMemberPartsFragment,
  type PartnerPartsFragment,
  useAddPartnerMemberMutation,
  useRemovePartnerMemberMutation,
} from "./operations.generated";
import { roleLabels } from "./partnerLabels";
import styles from "./Partner.module.css";
import { useSending } from "../lib/useSending";
import { useConfirmed } from "./useConfirmed";

interface PartnerMembersProps {
  partner: PartnerPartsFragment;
  onChanged: () => Promise<unknown>;
}

/** The people who manage the partner. Owners add and remove members. */
export function PartnerMembers({ partner, onChanged }: PartnerMembersProps) {
  const { partnerId, members, endedAt } = partner;
  const [removing, setRemoving] = useState<PartnerMemberPartsFragment>();
  const [removeMember] = useRemovePartnerMemberMutation();
  const confirmed = useConfirmed(onChanged);
  const ownId = getSession()?.userId;
  const isOwner = members.some(({ userId, role }) => userId === ownId && role === "OWNER");
  const mayChange = isOwner && !endedAt;

  const remove = ({ userId, phoneNumber }: PartnerMemberPartsFragment) => {
    const removal = removeMember({ variables: { input: { partnerId, userId } } });
    return confirmed(removal, `${phoneNumber || "The member"} was removed`);
  };

  return (
    <section aria-labelledby="members" className="stack-4">
      <div className={`cluster ${styles["head"]}`}>
        <h2 id="members">Members</h2>
        <span className="small numbers">
          {members.length} of {maxMembers}
        </span>
      </div>
      <ul className="sheet raised ruled">
        {members.map((member) => (
          <li key={member.userId} className={styles["member"]}>
            <span className={`numbers ${styles["number"]}`}>
              {member.phoneNumber || "No number"}
              {member.userId === ownId && <span className="muted"> (you)</span>}
            </span>
            <span>{roleLabels[member.role]}</span>
            <span className="small numbers">Since {formatDay(member.addedAt)}</span>
            {mayChange && (
              <Button variant="quiet" onClick={() => setRemoving(member)}>
                Remove<span className="visually-hidden"> {member.phoneNumber}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayChange && members.length < maxMembers && <NewMember partnerId={partnerId} onAdded={onChanged} />}
      {!isOwner && <p className="muted">Only an owner can add or remove members.</p>}
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title="Remove this member?"
        keep="Keep them"
        confirm="Remove"
        act={() => remove(removing!)}
      >
        <p>
          <strong className="numbers">{removing?.phoneNumber}</strong> can no longer open {partner.name}. Keys
          that they created stay valid: end those that they know.
        </p>
      </ConfirmDialog>
    </section>
  );
}

const roles = Object.entries(roleLabels) as [PartnerRole, string][];

function NewMember({ partnerId, onAdded }: { partnerId: string; onAdded: () => Promise<unknown> }) {
  const [phone, setPhone] = useState("");
  const [role, setRole] = useState<PartnerRole>("DEVELOPER");
  const [addMember] = useAddPartnerMemberMutation();
  const { violations, isBusy, findError, send, showViolations } = useSending();
  const toast = useToast();

  const add = async () => {
    const phoneNumber = normalisePhone(phone);
    if (!phoneNumber) return showViolations([{ field: "phoneNumber", message: noPhoneNumber }]);
    const input = { partnerId, phoneNumber, role };
    if (!(await send(() => addMember({ variables: { input } })))) return undefined;
    setPhone("");
    await onAdded();
    return toast.success(`${phoneNumber} was added`);
  };

  return (
    <Form className="sheet pad stack-3" onSubmit={add} aria-labelledby="new-member">
      <h3 id="new-member">Add a member</h3>
      <InlineAlerts of={violations.filter(({ field }) => field !== "phoneNumber")} />
      <div className={`stack-x-4 ${styles["fields"]}`}>
        <Field
          id="member-phone"
          label="Mobile number"
          hint="They find the partner here after signing in with it."
          error={findError("phoneNumber")}
        >
          {(control) => <PhoneInput control={control} value={phone} onChange={setPhone} />}
        </Field>
        <SelectField
          id="member-role"
          label="Role"
          hint="Developers manage keys and webhooks."
          options={roles}
          value={role}
          onText={(chosen) => setRole(chosen as PartnerRole)}
        />
      </div>
      <Button type="submit" variant="secondary" className="start" busy={isBusy}>
        Add member
      </Button>
    </Form>
  );
}
