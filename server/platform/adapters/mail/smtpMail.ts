import { createTransport, type Transporter } from "nodemailer";
import {
  DeliveryError,
  type MailMessage,
  type MailSender,
  type DeliveryErrorKind,
} from "../../../core/ports";

const connectWithinMs = 8_000;
/** Socket timeout while a message is sent, in milliseconds. */
const silenceMs = 10_000;

export interface SmtpSettings {
  host: string;
  port: number;
  /** `starttls`: the connection starts unencrypted and must upgrade to TLS; `tls`: TLS from the start. */
  security: "starttls" | "tls" | "none";
  login: { user: string; password: string } | undefined;
  /** An address, or `Name <address>`. */
  from: string;
  /** The site's domain, for the right half of `Message-ID` and `List-Id`. */
  domain: string;
  brand: string;
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  command?: string;
}

/**
 * E-mail over SMTP. The server's certificate is always verified; a private certificate authority is configured in Node
 * (`NODE_EXTRA_CA_CERTS`). A message that is sent twice has the same `Message-ID` both times, so that mailboxes can
 * recognise the duplicate.
 */
export class SmtpMail implements MailSender {
  readonly #transport: Transporter;

  constructor(private readonly settings: SmtpSettings) {
    const { host, port, security, login } = settings;
    this.#transport = createTransport({
      host,
      port,
      secure: security === "tls",
      requireTLS: security === "starttls",
      ignoreTLS: security === "none",
      ...(login && { auth: { user: login.user, pass: login.password } }),
      connectionTimeout: connectWithinMs,
      greetingTimeout: connectWithinMs,
      socketTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send({ id, to, subject, text, html, template }: MailMessage): Promise<void> {
    const { brand, domain, from } = this.settings;
    try {
      await this.#transport.sendMail({
        from,
        // An object, because a string could be parsed as several addresses.
        to: { name: "", address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        list: { id: { url: `${template}.${domain}`, comment: brand } },
        headers: { "Auto-Submitted": "auto-generated" },
      });
    } catch (cause) {
      throw describeFailure(cause as SmtpError);
    }
  }
}

const outages: Record<string, string> = {
  ETIMEDOUT: "SMTP_TIMEOUT",
  ETLS: "SMTP_TLS",
  EAUTH: "SMTP_LOGIN",
  EDNS: "SMTP_NO_CONNECTION",
  ECONNECTION: "SMTP_NO_CONNECTION",
};

/**
 * Only a 5xx reply about the message (RFC 5321 §4.2.1) and an invalid address are permanent failures. Errors with our
 * account are not, because they can be fixed.
 */
function describeFailure(cause: SmtpError): DeliveryError {
  const { code = "", responseCode, command = "" } = cause;
  const notTaken = (kind: DeliveryErrorKind, what: string) => new DeliveryError(kind, what, { cause });
  const known = outages[code];
  if (known) return notTaken("OUTAGE", known);
  const isOfTheMessage = code === "EMESSAGE" || (code === "EENVELOPE" && !/^MAIL/.test(command));
  if (responseCode !== undefined) {
    if (!isOfTheMessage) return notTaken("OUTAGE", `SMTP_${responseCode}`);
    return notTaken(responseCode >= 500 ? "REFUSED" : "LATER", `SMTP_${responseCode}`);
  }
  if (code === "EENVELOPE") return notTaken("REFUSED", "SMTP_ADDRESS");
  return notTaken(
    "OUTAGE",
    /certificate|self-signed/i.test(cause.message) ? "SMTP_TLS" : "SMTP_NO_CONNECTION",
  );
}
