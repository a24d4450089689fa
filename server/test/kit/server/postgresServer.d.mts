export function chooseUser(): { uid?: number; gid?: number };
export interface PostgresServer {
  urlOf(database: string): string;
  /** Paths; the files exist if it was started with `tls`. */
  rootCertificate: string;
  otherRootCertificate: string;
  /** Stops it as `pg_ctl stop -m` does: `fast` ends every connection first, `immediate` is a crash. */
  halt(mode: "fast" | "immediate"): Promise<void>;
  /** Starts it again on the same data and port, and waits until it accepts connections. */
  resume(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}
export function startPostgres(options?: { tls?: boolean }): Promise<PostgresServer>;
