import { useEffect, useRef, useState } from "react";
import { Button } from "../components/Button";
import { InlineAlert, InlineAlerts } from "../components/feedback/InlineAlert";
import { SkeletonFields } from "../components/feedback/Skeleton";
import { Form, TextField } from "../components/form/inputs";
import { payloadOf } from "../lib/errorMessage";
import { useAttempt } from "../lib/useAttempt";
import { useSending } from "../lib/useSending";
import {
  useStaffBeginSecondFactorMutation,
  useStaffGiveSecondFactorMutation,
  useStaffSecondFactorQuery,
} from "./operations.generated";
import { Pending } from "../components/feedback/PageFailure";
import styles from "./SecondFactor.module.css";

interface Enrolment {
  secret: string;
  address: string;
}

export const secondFactorTitle = "Confirm that it is you";

/** Asks for the code of the authenticator app, and sets the app up on first use. */
export function SecondFactor({ onGiven }: { onGiven: () => void }) {
  const { data, error, refetch } = useStaffSecondFactorQuery({ fetchPolicy: "network-only" });
  const [enrolment, setEnrolment] = useState<Enrolment>();
  if (error || !data)
    return (
      <Pending error={error} refetch={refetch}>
        <SkeletonFields count={1} />
      </Pending>
    );
  const hasToSetUp = !data.staffSecondFactor.isSetUp;
  return (
    <div className={`stack-3 ${styles["box"]}`}>
      {hasToSetUp && !enrolment ? (
        <SetUp onBegun={setEnrolment} />
      ) : (
        <>
          {enrolment && <Secret {...enrolment} />}
          <CodeForm onGiven={onGiven} />
        </>
      )}
    </div>
  );
}

function SetUp({ onBegun }: { onBegun: (enrolment: Enrolment) => void }) {
  const [begin] = useStaffBeginSecondFactorMutation();
  const { problem, isBusy, attempt } = useAttempt();
  const setUp = async () => {
    const { enrolment, userErrors } = payloadOf(await begin());
    if (enrolment) onBegun(enrolment);
    return userErrors[0]?.message;
  };
  return (
    <>
      {problem && <InlineAlert>{problem}</InlineAlert>}
      <p>
        Beside the code by SMS, staff sign in with a code from an authenticator app, such as Google
        Authenticator, Microsoft Authenticator or 1Password. Have yours ready: you set it up once.
      </p>
      <Button busy={isBusy} onClick={() => void attempt(setUp)}>
        Set up authenticator app
      </Button>
    </>
  );
}

/** The secret in groups of four characters, for typing. Shown only once. */
function Secret({ secret, address }: Enrolment) {
  return (
    <>
      <p>In the app, add an account, choose “Enter a setup key”, and type this key. It is not shown again.</p>
      <p className={styles["secret"]}>{secret.match(/.{1,4}/g)?.join(" ")}</p>
      <p>
        Is the app on this device? <a href={address}>Open it with the key</a>.
      </p>
    </>
  );
}

function CodeForm({ onGiven }: { onGiven: () => void }) {
  const [code, setCode] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const [give] = useStaffGiveSecondFactorMutation();
  const { isBusy, findError, findOthers, send, showViolations } = useSending();

  useEffect(() => input.current?.focus(), []);

  const submit = async () => {
    const typed = code.replace(/\s/g, "");
    if (!typed)
      return showViolations([{ field: "code", message: "Enter the six digits that the app shows" }]);
    if (await send(() => give({ variables: { input: { code: typed } } }))) onGiven();
  };

  return (
    <Form className={`stack-3 ${styles["form"]}`} onSubmit={submit}>
      <InlineAlerts of={findOthers(["code"])} />
      <TextField
        id="second-factor-code"
        label="Code of your authenticator app"
        hint="The six digits that it shows now"
        error={findError("code")}
        ref={input}
        inputClass={styles["code"]}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={12}
        value={code}
        onText={setCode}
      />
      <Button type="submit" busy={isBusy} wide>
        Confirm
      </Button>
    </Form>
  );
}
