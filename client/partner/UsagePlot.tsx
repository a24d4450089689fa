import { formatDay } from "../lib/days";
import type { PartnerUsageQuery } from "./operations.generated";
import { formatCount } from "./partnerLabels";
import styles from "./Usage.module.css";

export type UsageDay = PartnerUsageQuery["myPartners"][number]["usage"][number];

/** Lengths in units of the drawing, which is stretched to the width of the page. */
const [step, barWidth, height] = [10, 7, 100];

/** Returns the smallest of 1, 2, 5, 10, 20, 50 … that is not below the number. */
function roundUp(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, count)));
  return power * [1, 2, 5, 10].find((factor) => power * factor >= count)!;
}

/** A bar chart of the operations per day, with refused ones on top. The table next to it has the same numbers. */
export function UsagePlot({ days }: { days: readonly UsageDay[] }) {
  const top = roundUp(Math.max(...days.map(({ operations }) => operations)));
  const scale = (count: number) => (count / top) * height;
  return (
    <figure className="stack-3" aria-hidden="true">
      <figcaption className="small wrap gap-4">
        <span className={`row gap-2 ${styles["done"]}`}>Done</span>
        <span className={`row gap-2 ${styles["refused"]}`}>Refused</span>
      </figcaption>
      <div className={styles["area"]}>
        <div className={`small numbers ${styles["scale"]}`}>
          <span>{formatCount(top)}</span>
          {top > 1 && <span>{formatCount(top / 2)}</span>}
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${days.length * step} ${height}`}
          preserveAspectRatio="none"
          className={styles["bars"]}
        >
          {days.map(({ day, operations, refused, cost }, index) => {
            const x = index * step + (step - barWidth) / 2;
            const done = operations - refused;
            return (
              <g key={day}>
                <title>
                  {`${formatDay(day)}: ${formatCount(operations)} operations, ${formatCount(refused)} refused, cost ${formatCount(cost)}`}
                </title>
                <rect className={styles["hover"]} x={index * step} y={0} width={step} height={height} />
                <rect
                  className={styles["doneBar"]}
                  {...{ x, width: barWidth, y: height - scale(done), height: scale(done) }}
                />
                <rect
                  className={styles["refusedBar"]}
                  {...{ x, width: barWidth, y: height - scale(operations), height: scale(refused) }}
                />
              </g>
            );
          })}
        </svg>
        <div className={`small numbers row spread ${styles["days"]}`}>
          <span>{formatDay(days[0]!.day)}</span>
          <span>{formatDay(days.at(-1)!.day)}</span>
        </div>
      </div>
    </figure>
  );
}
