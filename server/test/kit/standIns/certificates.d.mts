import type { ExecFileSyncOptions } from "node:child_process";

interface Certificate {
  name: string;
  subject: string;
  subjectAltName?: string;
  issuer?: string;
}

export function makeCertificate(folder: string, made: Certificate, options?: ExecFileSyncOptions): void;
