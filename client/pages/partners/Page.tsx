import { useState } from "react";
import { OlderAccount } from "../../auth/OlderAccount";
import { Outdated, Pending } from "../../components/feedback/PageFailure";
import { EmptyState, Skeleton, SkeletonCard } from "../../components/feedback/Skeleton";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { SelectField } from "../../components/form/inputs";
import { useSiteInfoQuery } from "../../layout/public.generated";
import { formatDay } from "../../lib/days";
import {
  type PartnerPartsFragment,
  useMyPartnersQuery,
  useTestWorldOfferQuery,
} from "../../partner/operations.generated";
import { NewTestPartner } from "../../partner/NewTestPartner";
import { PartnerKeys } from "../../partner/PartnerKeys";
import { PartnerMembers } from "../../partner/PartnerMembers";
import { PartnerUsage } from "../../partner/PartnerUsage";
import { Webhooks } from "../../partner/webhook/Webhooks";
import { paths } from "../../paths";
import { usePageTitle } from "../../seo/useHead";
import styles from "./Page.module.css";

/** Manages the user's partners: keys, webhooks, usage, limits and members. */
export default function PartnersPage() {
  const { data, error, refetch } = useMyPartnersQuery({ fetchPolicy: "cache-and-network" });
  const [chosenId, setChosenId] = useState("");
  const partners = data?.myPartners;
  const partner = partners?.find(({ partnerId }) => partnerId === chosenId) ?? partners?.[0];
  usePageTitle(partners || error ? (partner?.name ?? "Partners") : undefined, { hasError: !partners });
  if (!partners)
    return (
      <div className="stack-5">
        <h1 tabIndex={-1}>Partners</h1>
        <Pending error={error} refetch={refetch} className="stack-4">
          <Skeleton height={44} width="40%" />
          <SkeletonCard rows={3} />
          <SkeletonCard rows={3} />
        </Pending>
      </div>
    );
  if (!partner) return <NoPartner />;
  const reload = () => refetch().catch(() => undefined);
  return (
    <div className="stack-6">
      <header className="stack-3">
        {partners.length > 1 && (
          <SelectField
            id="partner"
            className={styles["choice"]}
            label="Partner"
            options={partners.map(({ partnerId, name }) => [partnerId, name])}
            value={partner.partnerId}
            onText={setChosenId}
          />
        )}
        <h1 tabIndex={-1}>{partner.name}</h1>
        <About partner={partner} />
        {error && <Outdated error={error} refetch={refetch} />}
      </header>
      <PartnerKeys key={`keys ${partner.partnerId}`} partner={partner} onChanged={reload} />
      <Webhooks key={`webhooks ${partner.partnerId}`} partner={partner} />
      <PartnerUsage partner={partner} />
      <PartnerMembers key={`members ${partner.partnerId}`} partner={partner} onChanged={reload} />
    </div>
  );
}

function About({ partner: { email, gstin, createdAt, endedAt } }: { partner: PartnerPartsFragment }) {
  return (
    <>
      {endedAt && (
        <InlineAlert tone="warning">
          This partner ended on {formatDay(endedAt)}. Its keys are refused; its applications continue.
        </InlineAlert>
      )}
      <p className={`muted wrap ${styles["about"]}`}>
        <span>Partner since {formatDay(createdAt)}</span>
        <span>{email}</span>
        {gstin && <span className="numbers">GSTIN {gstin}</span>}
        <a href={paths.developers()}>How to use the API</a>
      </p>
    </>
  );
}

/** Explains partners and how to become one. */
function NoPartner() {
  const hasTestWorld = useTestWorldOfferQuery().data?.siteInfo.hasTestWorld;
  const supportEmail = useSiteInfoQuery().data?.siteInfo.supportEmail;
  return (
    <div className="stack-5">
      <h1 tabIndex={-1}>Partners</h1>
      <EmptyState title="You do not manage a partner.">
        <p>
          Travel agencies, airlines and employers apply for many travellers from their own programs. A partner
          has keys for these programs, and members who manage the keys.
        </p>
      </EmptyState>
      <OlderAccount />
      <div className="stack-5 measure">
        <section className="stack-2" aria-labelledby="how">
          <h2 id="how" className="text-l">
            See how it works
          </h2>
          <p>
            The <a href={paths.developers()}>pages for developers</a> lead from the first request to a paid
            application, with examples to copy.
          </p>
        </section>
        {hasTestWorld && (
          <section className="stack-3" aria-labelledby="test-partner">
            <h2 id="test-partner" className="text-l">
              Try it in the test world
            </h2>
            <p>
              Create a test partner now. Its key has all scopes, and applies, pays and gets visas at{" "}
              <code>/test/graphql</code>, where no money moves and no message is sent.
            </p>
            <NewTestPartner />
          </section>
        )}
        <section className="stack-2" aria-labelledby="become">
          <h2 id="become" className="text-l">
            Become a partner
          </h2>
          <p>
            Write to {supportEmail ? <a href={`mailto:${supportEmail}`}>{supportEmail}</a> : "us"} from your
            company&rsquo;s address: the company&rsquo;s name, its GSTIN if it has one, and the mobile number
            of the person who will manage the keys. That person finds the partner here after signing in.
          </p>
        </section>
        <section className="stack-2" aria-labelledby="join">
          <h2 id="join" className="text-l">
            Join your colleagues
          </h2>
          <p>Ask an owner of your partner to add the mobile number that you log in with.</p>
        </section>
      </div>
    </div>
  );
}
