import { useState } from "react";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/InlineAlert";
import { LoadFailure } from "../../components/LoadFailure";
import { LoadingRegion, Skeleton } from "../../components/Skeleton";
import { useToast } from "../../components/ToastProvider";
import { errorMessage } from "../../lib/errorMessage";
import { logFailure } from "../../lib/logFailure";
import { useLogin } from "../../session/LoginProvider";
import { getSession, startSession } from "../../session/session";
import { useMeQuery } from "./me.generated";
import styles from "./Page.module.css";
import { ProfileForm, type ProfileFault, type ProfileValues } from "./ProfileForm";
import { useRequestOtpMutation } from "../../session/requestOtp.generated";
import { useUpdateProfileMutation } from "./updateProfile.generated";

/** `/profile`: name, mobile number and e-mail of whoever is logged in. */
export default function ProfilePage() {
  const { data, error, refetch } = useMeQuery({ fetchPolicy: "cache-and-network" });
  return (
    <div className={styles["page"]}>
      <h1 tabIndex={-1}>Profile</h1>
      {data?.me ? (
        <Profile key={data.me.userId} user={data.me} />
      ) : data ? (
        <LogInAgain />
      ) : error ? (
        <LoadFailure
          message={errorMessage(error)}
          onRetry={() => void refetch().catch((again: unknown) => logFailure("Profile", again))}
        />
      ) : (
        <LoadingRegion className={styles["loading"]}>
          <Skeleton height={72} />
          <Skeleton height={72} />
          <Skeleton height={72} />
        </LoadingRegion>
      )}
    </div>
  );
}

function LogInAgain() {
  const { openLogin } = useLogin();
  return (
    <div className={styles["loading"]}>
      <InlineAlert tone="warning">Your session has ended. Log in again to see your profile.</InlineAlert>
      <Button onClick={() => openLogin({ onLoggedIn: () => window.location.reload() })}>Log in</Button>
    </div>
  );
}

type User = { userId: string; name: string; phoneNumber: string; email: string | null };

function Profile({ user }: { user: User }) {
  const [updateProfile] = useUpdateProfileMutation();
  const [requestOtp] = useRequestOtpMutation();
  const [isBusy, setBusy] = useState(false);
  const [needsOtp, setNeedsOtp] = useState(false);
  const [faults, setFaults] = useState<ProfileFault[]>([]);
  const toast = useToast();

  const tell = (userErrors: { field: string | null; message: string }[]) =>
    setFaults(userErrors.map(({ field, message }) => ({ field: field ?? undefined, message })));

  /** Another number is proven by a code to it, before anything is saved. */
  const sendCode = async (phoneNumber: string) => {
    const { data } = await requestOtp({ variables: { input: { phoneNumber } } });
    const userErrors = data?.requestOtp.userErrors ?? [];
    tell(userErrors);
    if (userErrors.length === 0) setNeedsOtp(true);
  };

  const store = async ({ name, email, phoneNumber, otp }: ProfileValues) => {
    const isNewNumber = phoneNumber !== user.phoneNumber;
    const input = { name, email: email || null, phoneNumber, ...(isNewNumber ? { otp } : {}) };
    const { data } = await updateProfile({ variables: { input } });
    const answer = data?.updateProfile;
    tell(answer?.userErrors ?? []);
    if (!answer?.user) return;
    setNeedsOtp(false);
    const session = getSession();
    if (session) {
      startSession({ ...session, email: answer.user.email ?? "", mobile: answer.user.phoneNumber });
    }
    toast.success("Profile Updated");
  };

  const save = async (values: ProfileValues) => {
    setBusy(true);
    setFaults([]);
    try {
      const isNewNumber = values.phoneNumber !== user.phoneNumber;
      if (isNewNumber && !needsOtp) await sendCode(values.phoneNumber);
      else await store(values);
    } catch (error) {
      setFaults([{ field: undefined, message: errorMessage(error) }]);
    } finally {
      setBusy(false);
    }
  };

  return (
    <ProfileForm
      user={user}
      isBusy={isBusy}
      needsOtp={needsOtp}
      faults={faults}
      onNumberChange={() => setNeedsOtp(false)}
      onSave={(values) => void save(values)}
    />
  );
}
