import { useState } from "react";
import { checkName, maxNameLength } from "../../server/modules/partner/partner.rules";
import { Button } from "../components/Button";
import { Dialog } from "../components/dialog/Dialog";
import { InlineAlerts } from "../components/feedback/InlineAlert";
import { Form, TextField } from "../components/form/inputs";
import styles from "./Partner.module.css";
import { useCreateTestPartnerMutation } from "./operations.generated";
import { ShownKey } from "./ShownKey";
import { useSending } from "../lib/useSending";

/** Creates a partner of the test world, and shows its first key once. */
export function NewTestPartner() {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [secret, setSecret] = useState<string>();
  const [create] = useCreateTestPartnerMutation();
  const { isBusy, findError, findOthers, send, showViolations } = useSending();

  const save = async () => {
    const found = checkName(name);
    if (found.length > 0) return showViolations(found);
    const made = await send(() => create({ variables: { input: { name, email } } }));
    return setSecret(made?.secret ?? undefined);
  };

  return (
    <>
      <Form className="sheet pad stack-3" onSubmit={save} aria-labelledby="test-partner">
        <InlineAlerts of={findOthers(["name", "email"])} />
        <div className={`stack-x-4 ${styles["fields"]}`}>
          <TextField
            id="test-name"
            label="Name of your company"
            error={findError("name")}
            maxLength={maxNameLength}
            autoComplete="organization"
            required
            value={name}
            onText={setName}
          />
          <TextField
            id="test-email"
            label="E-mail address"
            error={findError("email")}
            type="email"
            autoComplete="email"
            required
            value={email}
            onText={setEmail}
          />
        </div>
        <Button type="submit" className="start" busy={isBusy}>
          Create a test partner
        </Button>
      </Form>
      <Dialog open={secret !== undefined} onClose={() => setSecret(undefined)} title="Your test key">
        {secret && <ShownKey secret={secret} address="/test/graphql" onClose={() => setSecret(undefined)} />}
      </Dialog>
    </>
  );
}
