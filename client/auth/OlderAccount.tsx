import { addYears, todayInKolkata } from "../../server/core/day.rules";
import { useRef, useState } from "react";
import { Button } from "../components/Button";
import { DateField } from "../components/DateField/DateField";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { Form, TextField } from "../components/form/inputs";
import { errorMessage, payloadOf } from "../lib/errorMessage";
import { endsSoon } from "../lib/drafts/draftRecords";
import { moveDrafts } from "../lib/drafts/draftStore";
import { logFailure } from "../lib/logFailure";
import { isOffline, offlineText } from "../lib/online";
import { basePath } from "../lib/basePath";
import { paths } from "../paths";
import styles from "./OlderAccount.module.css";
import { useConfirmIdentityMutation, useOlderAccountQuery } from "./operations.generated";
import { getSession, storeSession } from "./session";

const tryToMoveDrafts = (from: string, to: string) =>
  moveDrafts(from, to).catch((error: unknown) => logFailure("Moving the drafts", error));

/** Lets the user open an older account of their number. Renders nothing if there is none. */
export function OlderAccount() {
  const { data } = useOlderAccountQuery({ fetchPolicy: "cache-and-network" });
  const older = data?.me?.olderAccount;
  if (!data || !older) return null;
  const { supportEmail } = data.siteInfo;
  return (
    <section className={`sheet pad stack-3 ${styles["older"]}`} aria-labelledby="older-account">
      <h2 id="older-account" className="text-l">
        Earlier account
      </h2>
      <p>
        This number was not used here for a while, and it may have changed hands. Applications, partners and
        details from before stay closed until we know that they are yours.
      </p>
      {older.triesLeft > 0 ? (
        <IdentityForm />
      ) : (
        <p>
          To open them, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. If you manage a
          partner, another owner of it can add this number again. You can apply meanwhile.
        </p>
      )}
    </section>
  );
}

function IdentityForm() {
  const [confirmIdentity, { loading }] = useConfirmIdentityMutation({ refetchQueries: ["olderAccount"] });
  const [dateOfBirth, setDateOfBirth] = useState("");
  const [passportNumber, setPassportNumber] = useState("");
  const [problem, setProblem] = useState<{ field: string | null; message: string }>();
  const [today] = useState(() => todayInKolkata(new Date()));
  const form = useRef<HTMLFormElement>(null);
  const findError = (field: string) => (problem?.field === field ? problem.message : undefined);

  const submit = async () => {
    if (loading) return;
    if (isOffline()) return setProblem({ field: null, message: offlineText });
    setProblem(undefined);
    try {
      const input = { dateOfBirth: dateOfBirth || null, passportNumber: passportNumber.trim() || null };
      const { session, userErrors } = payloadOf(await confirmIdentity({ variables: { input } }));
      if (!session) {
        const field = userErrors[0]?.field;
        setProblem(userErrors[0]);
        if (field) form.current?.querySelector<HTMLElement>(`#older-${field}`)?.focus();
        return;
      }
      const { userId, email, phoneNumber } = session.user;
      const current = getSession()?.userId;
      // Stores the session first, because the server has ended the current one.
      storeSession({ userId, email: email ?? "", mobile: phoneNumber, userToken: session.token });
      if (current) await endsSoon(tryToMoveDrafts(current, userId));
      // The next page erases the drafts that were not moved.
      window.location.assign(basePath + paths.applications());
    } catch (error) {
      setProblem({ field: null, message: errorMessage(error) });
    }
  };

  return (
    <Form ref={form} className={`stack-3 ${styles["form"]}`} onSubmit={submit}>
      {problem && !problem.field && <InlineAlert>{problem.message}</InlineAlert>}
      <p>Enter one of the two, of any applicant on those applications.</p>
      <DateField
        id="older-dateOfBirth"
        label="Date of birth"
        value={dateOfBirth}
        onChange={setDateOfBirth}
        error={findError("dateOfBirth")}
        calendar={{ from: addYears(today, -120), to: today, opensAt: addYears(today, -30), today }}
      />
      <TextField
        id="older-passportNumber"
        label="Passport number"
        error={findError("passportNumber")}
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={20}
        value={passportNumber}
        onText={setPassportNumber}
      />
      <Button type="submit" variant="secondary" busy={loading}>
        Open earlier applications
      </Button>
    </Form>
  );
}
