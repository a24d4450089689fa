import { Link } from "react-router-dom";
import { Disclosure } from "../components/Disclosure";
import { formatDay, formatMoment } from "../lib/days";
import { paths } from "../paths";
import { describeAccess, type NamedApplicant, type NameOfFile } from "./accessLabels";
import styles from "./AccessLog.module.css";
import type { AccessEventFragment } from "./operations.generated";

interface LoggedRequest {
  accessLog: readonly AccessEventFragment[];
  visaApplicants: readonly NamedApplicant[];
  papersRemovedAt: string | null;
}

interface AccessLogProps {
  request: LoggedRequest;
  nameOfFile: NameOfFile;
}

const shownFirst = 5;

export function AccessLog({ request, nameOfFile }: AccessLogProps) {
  const { accessLog, papersRemovedAt } = request;
  const [newest, earlier] = [accessLog.slice(0, shownFirst), accessLog.slice(shownFirst)];
  const wasSeenByStaff = accessLog.some(({ actor }) => actor === "STAFF");
  const list = (events: LoggedRequest["accessLog"]) => (
    <ul className="ruled">
      {events.map((event, index) => (
        <li key={`${event.at}-${index}`} className={`wrap spread gap-x-4 anywhere ${styles["event"]}`}>
          <span>{describeAccess(event, request.visaApplicants, nameOfFile)}</span>
          <time className={`numbers small ${styles["when"]}`} dateTime={event.at}>
            {formatMoment(event.at)}
          </time>
        </li>
      ))}
    </ul>
  );
  return (
    <section className="sheet stack-3 pad" aria-labelledby="access-title">
      <h2 id="access-title">Who has seen these documents</h2>
      <p className="muted">
        {papersRemovedAt ? (
          <>
            The personal data was removed on {formatDay(papersRemovedAt)}.{" "}
            <Link to={paths.retention()}>How long we keep it</Link>
          </>
        ) : wasSeenByStaff ? (
          "Every time our staff open them, it is recorded here."
        ) : (
          "Nobody but you has opened them so far. Every time our staff do, it is recorded here."
        )}
      </p>
      {newest.length > 0 && list(newest)}
      {earlier.length > 0 && (
        <Disclosure summary={`Show ${earlier.length} earlier`}>{list(earlier)}</Disclosure>
      )}
    </section>
  );
}
