import { BadArchive } from "../backup/encryptedStream";
import { BadSetting, DomainError } from "../../core/errors";
import { printError } from "../../platform/process/log";
import { makeFilesPrivate } from "../../platform/process/ownerOnly";
import { describeReason, toStorageError, StorageError } from "../../core/storageErrors";

/**
 * Runs a command. Errors that the operator can fix are printed as one line, others with their stack; the exit
 * code is 1.
 */
export function runCommand(work: () => Promise<void>): void {
  makeFilesPrivate();
  work().catch((thrown: unknown) => {
    const error = toStorageError(thrown);
    if (error instanceof StorageError) console.error(`Nothing was done: ${describeReason(error)}`);
    else if (isPlain(error)) console.error(error.message);
    else printError(error);
    process.exitCode = 1;
  });
}

function isPlain(error: unknown): error is Error {
  return error instanceof BadSetting || error instanceof BadArchive || error instanceof DomainError;
}
