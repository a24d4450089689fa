import { execFileSync } from "node:child_process";
import { join } from "node:path";

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/**
 * Makes a certificate for two days, `<name>.crt` with `<name>.key`, signed by that of `issuer` or by itself.
 * `subjectAltName` is like `IP:127.0.0.1`.
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
