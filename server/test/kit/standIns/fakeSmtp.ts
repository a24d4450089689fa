import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

const pemFile = fileURLToPath(new URL("localhost.pem", import.meta.url));

/** A message as it was received. */
export interface ReceivedMail {
  to: string[];
  from: string;
  isEncrypted: boolean;
  user: unknown;
  raw: string;
}

/** A mail server in the test's own process; tests can make it fail. */
export class FakeSmtp {
  readonly user = "visaport";
  readonly password = "pAsSwOrDThatNobodyMaySee";
  /** Messages that arrived in full, including refused and unacknowledged ones. */
  readonly mails: ReceivedMail[] = [];
  /** Number of logins with a password. */
  logins = 0;
  /** The replies to RCPT TO and to the end of DATA; 250 accepts. */
  answers = { recipient: 250, data: 250 };
  /** If true, the server receives messages without replying. */
  isSilent = false;
  /** Replies that wait for `release`; undefined if it replies immediately. */
  #held: (() => void)[] | undefined;
  readonly #server: SMTPServer;

  private constructor(hasTls: boolean) {
    const pem = readFileSync(pemFile, "utf8");
    this.#server = new SMTPServer({
      key: pem,
      cert: pem,
      // Accepts a login over an unencrypted connection, so that a test would notice a client that sends one.
      ...(!hasTls && { disabledCommands: ["STARTTLS"], allowInsecureAuth: true }),
      logger: false,
      closeTimeout: 100,
      onAuth: ({ username, password }, _session, done) => {
        this.logins++;
        if (username === this.user && password === this.password) done(null, { user: username });
        else done(refuse(535));
      },
      onRcptTo: (_address, _session, done) =>
        this.answers.recipient === 250 ? done() : done(refuse(this.answers.recipient)),
      onData: (stream, session, done) => {
        let raw = "";
        stream.on("data", (chunk: Buffer) => (raw += chunk.toString("utf8")));
        stream.on("end", () => {
          this.mails.push(describe(session, raw));
          if (this.isSilent) return;
          const reply = () => (this.answers.data === 250 ? done() : done(refuse(this.answers.data)));
          if (this.#held) this.#held.push(reply);
          else reply();
        });
      },
    });
    // Ignores errors of clients that are killed or do not trust the certificate.
    this.#server.on("error", () => {});
  }

  static async start({ hasTls = true } = {}): Promise<FakeSmtp> {
    const fake = new FakeSmtp(hasTls);
    const listening = fake.#server.listen(0, "127.0.0.1");
    await once(listening, "listening");
    return fake;
  }

  /** Settings for `TestServer`; with `isTrusted` the process trusts the certificate. */
  settings({ isTrusted = true } = {}): Record<string, string | undefined> {
    const { port } = this.#server.server.address() as AddressInfo;
    return {
      EMAIL_PROVIDER: "smtp",
      SMTP_HOST: "localhost",
      SMTP_PORT: String(port),
      SMTP_USER: this.user,
      SMTP_PASSWORD: this.password,
      MAIL_FROM: "Visaport <no-reply@visaport.example>",
      NODE_EXTRA_CA_CERTS: isTrusted ? pemFile : undefined,
    };
  }

  /** Holds back the replies to messages until `release`. */
  hold(): void {
    this.#held = [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const reply of held) reply();
  }

  mailsTo(address: string): ReceivedMail[] {
    return this.mails.filter(({ to }) => to.includes(address));
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

function describe({ envelope, secure, user }: SMTPServerSession, raw: string): ReceivedMail {
  return {
    to: envelope.rcptTo.map(({ address }) => address),
    from: envelope.mailFrom ? envelope.mailFrom.address : "",
    isEncrypted: secure,
    user,
    raw,
  };
}

function refuse(responseCode: number): Error {
  return Object.assign(new Error("Not this one"), { responseCode });
}
