import { parseArgs, type ParseArgsConfig } from "node:util";
import { BadArchive } from "../backup/encryptedStream";
import { BadSetting, DomainError } from "../../core/errors";
import { printError } from "../../platform/process/log";
import { makeFilesPrivate } from "../../platform/process/ownerOnly";
import { describeReason, toStorageError, StorageError } from "../../core/storageErrors";

/** Thrown if the arguments are invalid. The message is the command's usage. */
export class BadUsage extends Error {
  override readonly name = "BadUsage";
}

/**
 * Runs a command. Errors that the operator can fix are printed as one line, others with their stack; the exit code is
 * 1, or 2 for wrong usage.
 */
export function runCommand(work: () => Promise<void>): void {
  makeFilesPrivate();
  work().catch((thrown: unknown) => {
    const error = toStorageError(thrown);
    if (error instanceof StorageError)
      console.error(
        `The command did not finish: ${describeReason(error)}. It may have completed some steps. ` +
          "Run it again once the problem is solved",
      );
    else if (isPlain(error)) console.error(error.message);
    else printError(error);
    process.exitCode = error instanceof BadUsage ? 2 : 1;
  });
}

function isPlain(error: unknown): error is Error {
  return [BadUsage, BadSetting, BadArchive, DomainError].some((kind) => error instanceof kind);
}

/** Parses the arguments of a command. Without `options`, the command accepts none. Throws BadUsage. */
export function readArguments<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch {
    throw new BadUsage(usage);
  }
}
