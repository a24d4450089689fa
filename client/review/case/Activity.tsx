import { useRef, useState } from "react";
import { useApolloClient } from "@apollo/client/react";
import { viewActions } from "../../../server/modules/audit/audit.rules";
import { maxActivityEntries } from "../../../server/modules/review/case/case.rules";
import { Button } from "../../components/Button";
import { ShowMore, useFocusOnMore, useMore } from "../../components/feedback/ShowMore";
import { fileKinds } from "../../file/fileKinds";
import { formatMoment } from "../../lib/days";
import { displayName } from "../../lib/format";
import styles from "./Case.module.css";
import { actionLabel, actorLabels } from "./caseLabels";
import { type ActivityEntryFragment, OlderChangesDocument } from "./operations.generated";
import { useCase } from "./useCase";

const firstLines = 8;

/** The newest views and changes, and older changes on demand. */
export function Activity() {
  const { trail, applicants } = useCase().staffCase;
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const { older, hasOlder, more } = useOlderChanges(trail);
  const activity = [...trail, ...older];
  const findName = (visaApplicantId: string) => {
    const found = applicants.find(({ visaApplicant }) => visaApplicant.visaApplicantId === visaApplicantId);
    return found && `${found.visaApplicant.firstName} ${found.visaApplicant.lastName}`;
  };
  const isComplete = trail.length < maxActivityEntries;
  const moreLabel = `Show ${isComplete ? "all" : "the newest"} ${activity.length} entries`;
  const lines = isWhole ? activity : activity.slice(0, firstLines);
  const expectMore = useFocusOnMore(lines.length, (index) =>
    list.current?.querySelectorAll("li")[index]?.focus(),
  );

  return (
    <section
      id="activity"
      tabIndex={-1}
      aria-labelledby="activity-title"
      className="sheet pad stack-4 all-columns"
    >
      <h2 id="activity-title" className="text-l">
        Activity
      </h2>
      {activity.length === 0 && <p className="small">Nothing has been recorded yet.</p>}
      <ol ref={list} className={`ruled ${styles["activity"]}`}>
        {lines.map(({ cursor, at, actor, partnerName, staff, action, paper, visaApplicantId }) => (
          <li key={cursor} tabIndex={-1} className="stack-x-4">
            <span className="numbers small">{formatMoment(at)}</span>
            <span>{staff ? displayName(staff) : (partnerName ?? actorLabels[actor])}</span>
            <span>
              {[
                actionLabel(action),
                paper && fileKinds[paper].label,
                visaApplicantId && findName(visaApplicantId),
              ]
                .filter(Boolean)
                .join(" – ")}
            </span>
          </li>
        ))}
      </ol>
      {activity.length > firstLines && (
        <div className="wrap gap-3">
          {isWhole && <ShowMore more={more} hasMore={hasOlder} label="Older changes" onBegin={expectMore} />}
          <Button variant="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Show less" : moreLabel}
          </Button>
        </div>
      )}
    </section>
  );
}

const isChange = ({ action }: ActivityEntryFragment) => !viewActions.some((view) => view === action);

/** Returns the loaded changes that are older than those in the activity, and a function that loads more. */
function useOlderChanges(trail: readonly ActivityEntryFragment[]) {
  const { visaRequestId } = useCase().staffCase.visaRequest;
  const client = useApolloClient();
  const oldest = trail.findLast(isChange);
  // No older changes exist if the oldest one is the creation of the application.
  const start = oldest?.action === "REQUEST_CREATED" ? undefined : oldest?.cursor;
  const [loaded, setLoaded] = useState<{ start?: string; nodes: ActivityEntryFragment[]; end?: string }>({
    nodes: [],
  });
  // Discards the loaded changes if a new change has moved one out of the activity, which would leave a gap.
  const { nodes, end } = loaded.start === start ? loaded : { nodes: [], end: start };

  const more = useMore("changes", async () => {
    const { data } = await client.query({
      query: OlderChangesDocument,
      variables: { visaRequestId, after: end! },
      fetchPolicy: "no-cache",
    });
    const page = data!.staffOlderChanges;
    const { hasNextPage, endCursor } = page.pageInfo;
    setLoaded({
      start: start!,
      nodes: [...nodes, ...page.nodes],
      ...(hasNextPage && endCursor && { end: endCursor }),
    });
    return page;
  });
  return { older: nodes, hasOlder: end !== undefined, more };
}
