import { execFileSync } from "node:child_process";
import { join } from "node:path";

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/**
 * Makes a certificate that is valid for two days: `<name>.crt` with `<name>.key`, signed by `issuer` or self-signed.
 * `subjectAltName` is, for example, `IP:127.0.0.1`.
 */
export function makeCertificate(folder, { name, subject, subjectAltName, issuer }, options = {}) {
  const pathOf = (file) => join(folder, file);
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-days", "2", "-subj", `/CN=${subject}`, ...newKey],
      ...["-keyout", pathOf(`${name}.key`), "-out", pathOf(`${name}.crt`)],
      ...(subjectAltName ? ["-addext", `subjectAltName=${subjectAltName}`] : []),
      ...(issuer ? ["-CA", pathOf(`${issuer}.crt`), "-CAkey", pathOf(`${issuer}.key`)] : []),
    ],
    { ...options, stdio: ["ignore", "ignore", "pipe"] },
  );
}
