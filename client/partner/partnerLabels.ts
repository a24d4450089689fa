import { formatBytes } from "../lib/format";
import type { KeyScope, PartnerRole } from "../schemaTypes.generated";
import type { PartnerLimitPartsFragment } from "./operations.generated";

/** The name of each scope in the API, with its permissions as a text. */
export const scopeLabels: Record<KeyScope, { name: string; text: string }> = {
  READ: { name: "read", text: "Read the catalogue and the partner's applications" },
  APPLY: { name: "apply", text: "Create and change applications" },
  PAY: { name: "pay", text: "Pay for applications" },
  WEBHOOKS: { name: "webhooks", text: "Manage webhooks" },
};

export const roleLabels: Record<PartnerRole, string> = {
  OWNER: "Owner: keys, webhooks and members",
  DEVELOPER: "Developer: keys and webhooks",
};

export type LimitName = keyof Omit<PartnerLimitPartsFragment, "__typename">;

interface LimitLabel {
  label: string;
  /** True if the limit is in bytes, which are entered as megabytes. */
  isBytes?: boolean;
}

export const limitLabels: Record<LimitName, LimitLabel> = {
  points: { label: "Points of query cost a minute" },
  write: { label: "Changes a minute" },
  gateway: { label: "Calls to the payment provider a minute" },
  concurrent: { label: "Concurrent operations" },
  keys: { label: "Active keys" },
  openApplications: { label: "Unpaid applications" },
  applicationFiles: { label: "Files of an application" },
  applicationBytes: { label: "Size of all files of an application", isBytes: true },
  bytes: { label: "Size of all files", isBytes: true },
};

export const formatCount = (count: number) => count.toLocaleString("en");

const gigabyte = 1024 ** 3;

export function formatAmount(amount: number, isBytes: boolean | undefined): string {
  if (!isBytes) return formatCount(amount);
  return amount < gigabyte ? formatBytes(amount) : `${Math.round((amount / gigabyte) * 10) / 10} GB`;
}
