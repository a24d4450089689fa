/** Whether an account may be erased. Pure. */
import { linkLifeSeconds } from "../file/file.rules";

/** Why an account is kept: reference numbers of applications that are paid and not decided, or that money is owed for. */
export function cannotEraseReason(referenceNumbers: readonly string[]): string | undefined {
  if (referenceNumbers.length === 0) return undefined;
  const [only, second] = referenceNumbers;
  if (!second)
    return `Application ${only} is paid and not yet decided. You can delete your account once it is decided or your money is refunded`;
  return `Applications ${referenceNumbers.join(", ")} are paid and not yet decided. You can delete your account once they are decided or your money is refunded`;
}

/** Seconds that a link to the export opens. */
export const exportLinkSeconds = linkLifeSeconds;
/** Exports that are sent at the same time by the whole process; each holds one file in memory. */
export const maxConcurrentExports = 16;
/** Seconds after which a download gives way to somebody else's where all places are taken. */
export const exportPlaceSeconds = 60;
