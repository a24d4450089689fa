import { KeepDraftDialog } from "../../auth/logout/KeepDraftDialog";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog";
import { Dialog } from "../../components/dialog/Dialog";
import { Example, Opener, State } from "../Example";
import { longText } from "../samples";

const draft = { userId: "1", visaRequestId: "1", savedAt: new Date("2026-11-25T10:00:00Z") };

export function DialogExamples() {
  return (
    <>
      <Example of="Dialog">
        <State name="sheet">
          <Opener name="a dialog">
            {(open, onClose) => (
              <Dialog open={open} onClose={onClose} title="Terms">
                <p>{longText}</p>
              </Dialog>
            )}
          </Opener>
        </State>
        <State name="wide, long text">
          <Opener name="a wide dialog">
            {(open, onClose) => (
              <Dialog open={open} onClose={onClose} title={longText} kind="wide" hidesPage>
                {Array.from({ length: 30 }, (_, index) => (
                  <p key={index}>{longText}</p>
                ))}
              </Dialog>
            )}
          </Opener>
        </State>
      </Example>
      <Example of="ConfirmDialog">
        <State name="confirmed without an error">
          <Opener name="a confirmation">
            {(open, onClose) => <Confirm open={open} onClose={onClose} problem={undefined} />}
          </Opener>
        </State>
        <State name="confirmed with an error">
          <Opener name="a confirmation that fails">
            {(open, onClose) => (
              <Confirm open={open} onClose={onClose} problem="The server does not answer. Try again." />
            )}
          </Opener>
        </State>
      </Example>
      <Example of="KeepDraftDialog">
        <State name="one draft">
          <Opener name="one draft">
            {(open, onClose) => (
              <KeepDraftDialog drafts={open ? [draft] : []} onStay={onClose} onChoose={onClose} />
            )}
          </Opener>
        </State>
        <State name="several drafts">
          <Opener name="several drafts">
            {(open, onClose) => (
              <KeepDraftDialog drafts={open ? [draft, draft] : []} onStay={onClose} onChoose={onClose} />
            )}
          </Opener>
        </State>
      </Example>
    </>
  );
}

function Confirm(props: { open: boolean; onClose: () => void; problem: string | undefined }) {
  return (
    <ConfirmDialog
      open={props.open}
      onClose={props.onClose}
      title="Delete this application?"
      keep="Keep it"
      confirm="Delete"
      act={() => new Promise((resolve) => setTimeout(() => resolve(props.problem), 500))}
    >
      <p>The details and files of all applicants are deleted.</p>
    </ConfirmDialog>
  );
}
