import { useState } from "react";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/dialog/Dialog";
import { Disclosure } from "../../../components/Disclosure";
import { Outdated, Pending } from "../../../components/feedback/PageFailure";
import { EmptyState, SkeletonCard } from "../../../components/feedback/Skeleton";
import { useSiteInfoQuery } from "../../../layout/public.generated";
import { NewPartner } from "../../../partner/NewPartner";
import { type PartnerPartsFragment, useStaffPartnersQuery } from "../../../partner/operations.generated";
import { StaffPartner } from "../../../partner/StaffPartner";
import { usePageTitle } from "../../../seo/useHead";
import styles from "./Page.module.css";

/** All partners, newest first; those that ended are behind a disclosure. */
export default function StaffPartnersPage() {
  usePageTitle("Partners");
  const { data, error, refetch } = useStaffPartnersQuery({ fetchPolicy: "cache-and-network" });
  const [isCreating, setCreating] = useState(false);
  const usualFee = useSiteInfoQuery().data?.siteInfo.serviceFee;
  const partners = data?.staffPartners.toReversed();
  const current = partners?.filter(({ endedAt }) => !endedAt) ?? [];
  const ended = partners?.filter(({ endedAt }) => endedAt) ?? [];
  const reload = () => refetch().catch(() => undefined);
  const list = (shown: readonly PartnerPartsFragment[]) => (
    <ul className="stack-3">
      {shown.map((partner) => (
        <StaffPartner key={partner.partnerId} partner={partner} usualFee={usualFee} onChanged={reload} />
      ))}
    </ul>
  );

  return (
    <div className="stack-4">
      <div className={`cluster spread gap-3 ${styles["head"]}`}>
        <div className="stack-2">
          <h1 tabIndex={-1}>Partners</h1>
          <p className="muted measure">
            Organisations whose programs apply for travellers with keys. Their members manage the keys.
          </p>
        </div>
        <Button onClick={() => setCreating(true)}>New partner</Button>
      </div>
      {!partners && (
        <Pending error={error} refetch={refetch} className="stack-3">
          <SkeletonCard rows={3} />
          <SkeletonCard rows={3} />
        </Pending>
      )}
      {partners && error && <Outdated error={error} refetch={refetch} />}
      {partners && current.length === 0 && <EmptyState title="No partners." />}
      {current.length > 0 && list(current)}
      {ended.length > 0 && (
        <Disclosure summary={ended.length === 1 ? "1 ended partner" : `${ended.length} ended partners`}>
          {list(ended)}
        </Disclosure>
      )}
      <Dialog open={isCreating} onClose={() => setCreating(false)} title="New partner">
        <NewPartner onCreated={reload} onClose={() => setCreating(false)} />
      </Dialog>
    </div>
  );
}
