import { KeepDraftDialog } from "../../auth/logout/KeepDraftDialog";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog";
import { Dialog } from "../../components/dialog/Dialog";
import { example, Opener } from "../Example";
import { longText } from "../samples";

const draft = { userId: "1", visaRequestId: "1", savedAt: new Date("2026-11-25T10:00:00Z") };

function Confirm({ name, problem }: { name: string; problem?: string }) {
  return (
    <Opener name={name}>
      {(open, onClose) => (
        <ConfirmDialog
          open={open}
          onClose={onClose}
          title="Delete this application?"
          keep="Keep it"
          confirm="Delete"
          act={() => new Promise((resolve) => setTimeout(() => resolve(problem), 500))}
        >
          <p>The details and files of all applicants are deleted.</p>
        </ConfirmDialog>
      )}
    </Opener>
  );
}

function KeepDraft({ name, drafts }: { name: string; drafts: (typeof draft)[] }) {
  return (
    <Opener name={name}>
      {(open, onClose) => <KeepDraftDialog drafts={open ? drafts : []} onStay={onClose} onChoose={onClose} />}
    </Opener>
  );
}

export const dialogExamples = [
  example("Dialog", {
    sheet: (
      <Opener name="a dialog">
        {(open, onClose) => (
          <Dialog open={open} onClose={onClose} title="Terms">
            <p>{longText}</p>
          </Dialog>
        )}
      </Opener>
    ),
    "wide, long text": (
      <Opener name="a wide dialog">
        {(open, onClose) => (
          <Dialog open={open} onClose={onClose} title={longText} kind="wide" hidesPage>
            {Array.from({ length: 30 }, (_, index) => (
              <p key={index}>{longText}</p>
            ))}
          </Dialog>
        )}
      </Opener>
    ),
  }),
  example("ConfirmDialog", {
    "confirmed without an error": <Confirm name="a confirmation" />,
    "confirmed with an error": (
      <Confirm name="a confirmation that fails" problem="The server does not answer. Try again." />
    ),
  }),
  example("KeepDraftDialog", {
    "one draft": <KeepDraft name="one draft" drafts={[draft]} />,
    "several drafts": <KeepDraft name="several drafts" drafts={[draft, draft]} />,
  }),
];
