import type { FileScanner } from "../../../core/ports";

/** Where no scanner is set: files are kept and marked as not scanned. */
export const noScanner: FileScanner = { scan: async () => "UNSCANNED" };
