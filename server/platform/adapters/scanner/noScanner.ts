import type { FileScanner } from "../../../core/ports";

/** Used if no scanner is configured: files are accepted and marked as not scanned. */
export const noScanner: FileScanner = { scan: async () => "UNSCANNED" };
