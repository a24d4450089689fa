import { DetailsList } from "../components/DetailsList";
import type { PartnerLimitPartsFragment, PartnerUsageQuery } from "./operations.generated";
import { formatAmount, limitLabels, type LimitName } from "./partnerLabels";
import styles from "./Usage.module.css";

type Used = PartnerUsageQuery["myPartners"][number]["used"];

interface PartnerLimitsProps {
  limits: PartnerLimitPartsFragment;
  /** The current use; undefined while it is loading. */
  used: Used | undefined;
}

const counted = ["openApplications", "bytes", "points", "write", "gateway"] as const;
const others: readonly LimitName[] = ["concurrent", "applicationFiles", "applicationBytes"];

/** The limits of all keys together, and their current use. */
export function PartnerLimits({ limits, used }: PartnerLimitsProps) {
  return (
    <section aria-labelledby="limits" className="stack-4">
      <h2 id="limits">Limits</h2>
      <p className="muted measure">
        All keys count together. Beyond a limit, operations are refused with a code and the seconds to wait.
        Write to us if you need more.
      </p>
      <div className="sheet raised pad stack-4">
        <ul className={`stack-4 ${styles["dotted"]} ${styles["meters"]}`}>
          {counted.map((name) => (
            <Meter key={name} name={name} limit={limits[name]} used={used?.[name]} />
          ))}
        </ul>
        <DetailsList
          facts={others.map((name) => ({
            label: limitLabels[name].label,
            value: formatAmount(limits[name], limitLabels[name].isBytes),
          }))}
        />
      </div>
    </section>
  );
}

interface MeterProps {
  name: (typeof counted)[number];
  limit: number;
  used: number | undefined;
}

function Meter({ name, limit, used = 0 }: MeterProps) {
  const { label, isBytes } = limitLabels[name];
  const id = `limit-${name}`;
  return (
    <li className={`wrap spread ${styles["meter"]}`}>
      <span id={id}>{label}</span>
      <span className="small numbers">
        {formatAmount(used, isBytes)} of {formatAmount(limit, isBytes)}
      </span>
      <progress aria-labelledby={id} max={limit} value={Math.min(used, limit)} />
    </li>
  );
}
