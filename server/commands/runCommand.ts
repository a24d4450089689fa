import { BadArchive } from "../backup/sealedStream";
import { BadSetting, DomainError } from "../errors";
import { asStorageFault, StorageRefused } from "../storageFaults";

/** Runs a command: what the operator can put right is said in one line, with exit code 1; else the stack. */
export function runCommand(work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    const fault = asStorageFault(error);
    if (fault instanceof StorageRefused) console.error(`Nothing was done: ${fault.reason}`);
    else if (isPlain(fault)) console.error(fault.message);
    else console.error(error);
    process.exitCode = 1;
  });
}

function isPlain(fault: unknown): fault is Error {
  return fault instanceof BadSetting || fault instanceof BadArchive || fault instanceof DomainError;
}
