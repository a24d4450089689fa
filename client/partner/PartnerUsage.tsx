import { usageDays } from "../../server/modules/partner/partner.rules";
import { Disclosure } from "../components/Disclosure";
import { Pending } from "../components/feedback/PageFailure";
import { Skeleton } from "../components/feedback/Skeleton";
import table from "../components/ListTable.module.css";
import { formatDay } from "../lib/days";
import { type PartnerPartsFragment, usePartnerUsageQuery } from "./operations.generated";
import { formatCount } from "./partnerLabels";
import { PartnerLimits } from "./PartnerLimits";
import styles from "./Usage.module.css";
import { type UsageDay, UsagePlot } from "./UsagePlot";

/** The operations of a partner's keys by day, and how much of the partner's limits is used. */
export function PartnerUsage({ partner }: { partner: PartnerPartsFragment }) {
  const { data, error, refetch } = usePartnerUsageQuery({ fetchPolicy: "cache-and-network" });
  const shown = data?.myPartners.find(({ partnerId }) => partnerId === partner.partnerId);
  return (
    <>
      <section aria-labelledby="usage" className="stack-4">
        <h2 id="usage">Usage</h2>
        {shown ? (
          <Days days={shown.usage} />
        ) : (
          <Pending error={error} refetch={refetch}>
            <Skeleton height="19rem" />
          </Pending>
        )}
      </section>
      <PartnerLimits limits={partner.limits} used={shown?.used} />
    </>
  );
}

function Days({ days }: { days: readonly UsageDay[] }) {
  const sum = (name: "operations" | "refused" | "cost") => days.reduce((total, day) => total + day[name], 0);
  if (sum("operations") === 0)
    return (
      <p className="muted">
        No operation in the last {usageDays} days. The first one shows here within a minute.
      </p>
    );
  return (
    <>
      <div className="sheet raised pad stack-4">
        <dl className={`wrap ${styles["dotted"]} ${styles["sums"]}`}>
          {(["operations", "refused", "cost"] as const).map((name) => (
            <div key={name}>
              <dt className="small">{columns[name]}</dt>
              <dd className="numbers">{formatCount(sum(name))}</dd>
            </div>
          ))}
        </dl>
        <UsagePlot days={days} />
      </div>
      <Disclosure summary={`The last ${usageDays} days as a table`}>
        <table className={`${table["table"]} ${table["plain"]}`}>
          <caption className="visually-hidden">Operations, refused operations and cost by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {Object.values(columns).map((label) => (
                <th key={label} scope="col" className={table["amount"]}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, operations, refused, cost }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day)}</th>
                {[operations, refused, cost].map((count, index) => (
                  <td key={index} className={table["amount"]}>
                    {formatCount(count)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </>
  );
}

const columns = { operations: "Operations", refused: "Refused", cost: "Cost" };
