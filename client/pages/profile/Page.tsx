import { useEffect, useState } from "react";
import { mayPerform } from "../../../server/core/access.rules";
import { KeptApplicants } from "../../applicant/kept/KeptApplicants";
import { YourData } from "../../account/YourData";
import { expireSession, getSession } from "../../auth/session";
import { startSession } from "../../auth/sessionChange";
import { OlderAccount } from "../../auth/OlderAccount";
import { YourDevices } from "../../auth/YourDevices";
import { useSendCode } from "../../auth/useSendCode";
import { ButtonLink } from "../../components/Button";
import { Skeleton, SkeletonFields } from "../../components/feedback/Skeleton";
import { useAnnounce, useToast } from "../../components/feedback/ToastProvider";
import { errorMessage, payloadOf } from "../../lib/errorMessage";
import { isOffline, offlineText } from "../../lib/online";
import type { FormViolation } from "../../lib/useViolations";
import { paths } from "../../paths";
import { usePageTitle } from "../../seo/useHead";
import { useMeQuery, useUpdateProfileMutation } from "../../user/operations.generated";
import { type ProfileValues, shownEmail } from "../../user/profile";
import styles from "./Page.module.css";
import { Pending } from "../../components/feedback/PageFailure";
import { type NumberProof, ProfileForm } from "./ProfileForm";

export default function ProfilePage() {
  const { data, error, loading, refetch } = useMeQuery({ fetchPolicy: "cache-and-network" });
  usePageTitle("Profile", { hasError: Boolean(error && !data?.me) });
  // Checks for null, because this query also succeeds without a session. After a failed call, `data` is that of the
  // previous response.
  const hasEnded = !loading && !error && data?.me === null;
  useEffect(() => {
    if (hasEnded) expireSession();
  }, [hasEnded]);
  return (
    <div className={`stack-5 ${styles["page"]}`}>
      <h1 tabIndex={-1}>Profile</h1>
      {data?.me ? (
        <>
          <OlderAccount />
          {mayPerform(data.me.isStaff ? "staff" : "person", "staffVisaRequests") && (
            <p>
              <ButtonLink to={paths.staff()}>Staff console</ButtonLink>
            </p>
          )}
          <Profile key={data.me.userId} user={data.me} />
          <KeptApplicants />
          <YourDevices />
          <YourData phoneNumber={data.me.phoneNumber} />
        </>
      ) : (
        !hasEnded && (
          <Pending error={error} refetch={refetch} className="stack-3">
            <SkeletonFields count={3} />
            <Skeleton height={48} width="10rem" />
          </Pending>
        )
      )}
    </div>
  );
}

type User = { userId: string; name: string; phoneNumber: string; email: string | null };

function Profile({ user }: { user: User }) {
  const [updateProfile] = useUpdateProfileMutation();
  const [isBusy, setBusy] = useState(false);
  const [violations, setViolations] = useState<readonly FormViolation[]>([]);
  const { proof, prove, take, drop } = useNumberProof(user, setViolations);
  const toast = useToast();
  const fail = (message: string) => setViolations([{ message }]);

  const store = async ({ name, email, phoneNumber, otp, presentOtp }: ProfileValues) => {
    const isNewNumber = phoneNumber !== user.phoneNumber;
    // A stored address that is shown as blank stays unchanged unless the user enters another one.
    const isNewEmail = email !== shownEmail(user.email, user.phoneNumber);
    const input = {
      name,
      phoneNumber,
      ...(isNewEmail ? { email: email || null } : {}),
      ...(isNewNumber && proof
        ? { otp, handle: proof.next.handle, presentOtp, presentHandle: proof.present.handle }
        : {}),
    };
    const saved = payloadOf(await updateProfile({ variables: { input } }));
    setViolations(saved.userErrors);
    if (!saved.user) return;
    drop();
    const session = getSession();
    const { email: mail, phoneNumber: mobile } = saved.user;
    if (session) startSession({ ...session, email: mail ?? "", mobile });
    toast.success("Profile Updated");
  };

  const save = async (values: ProfileValues) => {
    if (isOffline()) return fail(offlineText);
    setBusy(true);
    setViolations([]);
    try {
      const isNewNumber = values.phoneNumber !== user.phoneNumber;
      if (isNewNumber && !proof) await prove(values.phoneNumber);
      else await store(values);
    } catch (error) {
      fail(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <ProfileForm
      user={user}
      isBusy={isBusy}
      proof={proof}
      violations={violations}
      onResent={take}
      onFailed={fail}
      onNumberChange={drop}
      onSave={(values) => void save(values)}
    />
  );
}

/** Requires codes sent to the old and the new number before the new number is saved. */
function useNumberProof(user: User, showViolations: (violations: FormViolation[]) => void) {
  const { sendCode } = useSendCode("NUMBER_CHANGE");
  const [proof, setProof] = useState<NumberProof>();
  const toast = useToast();
  const announce = useAnnounce();

  const take = (codes: NumberProof) => {
    showViolations([]);
    setProof(codes);
    toast.clearSuccesses();
    announce(`Codes sent to ${codes.present.phoneNumber} and ${codes.next.phoneNumber}`);
  };
  const drop = () => setProof(undefined);

  /** Sends one code to the new number and one to the current number. */
  const prove = async (phoneNumber: string) => {
    const next = await sendCode(phoneNumber);
    if (!("sent" in next))
      return showViolations([{ field: next.isNumber ? "phoneNumber" : undefined, message: next.problem }]);
    const present = await sendCode(user.phoneNumber);
    if (!("sent" in present)) return showViolations([{ message: present.problem }]);
    take({ present: present.sent, next: next.sent });
  };

  return { proof, prove, take, drop };
}
