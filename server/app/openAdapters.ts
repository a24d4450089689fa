/** Opens the configured adapters of the services: the database, the stores, and external providers. */
import { KeyRing } from "../platform/adapters/crypto/keyRing";
import { EncryptedFileStore } from "../platform/adapters/fileStore/encryptedFileStore";
import { OutboxFile } from "../platform/adapters/outboxFile";
import { RazorpayGateway } from "../platform/adapters/razorpay/razorpayGateway";
import { ClamdScanner } from "../platform/adapters/scanner/clamdScanner";
import { Msg91Sms } from "../platform/adapters/sms/msg91Sms";
import { HttpWebhookSender } from "../platform/adapters/webhooks/HttpWebhookSender";
import { openDatabase } from "../platform/db/openDatabase";
import { assertKnownKey, checkDataKey } from "../platform/db/dataKeyCheck";
import type { SmtpSettings } from "../platform/adapters/mail/smtpMail";
import type { Config } from "./config";
import type { Platform } from "../platform/adapters/Platform";
import type { Clock, FileScanner, Log, MailSender, SmsSender } from "../core/ports";
import { entities } from "./entities";
import { openObjectStore } from "./openObjectStore";

/** Used if no scanner is configured: files are accepted and marked as not scanned. */
const noScanner: FileScanner = { scan: async () => "UNSCANNED" };

/** For test worlds in production: an outbox would store personal data that neither erasure nor retention removes. */
const discardingSender: SmsSender & MailSender = { send: async () => undefined };

/**
 * Throws if the data was encrypted with another data key. For a command, also throws if no server has started with a
 * new key yet.
 */
export async function openAdapters(config: Config, log: Log, isServer: boolean): Promise<Platform> {
  const clock: Clock = { now: () => new Date() };
  const keys = new KeyRing(config.dataKey, config.dataKeyPrevious);
  const db = await openDatabase(config.database, entities, log);
  try {
    await checkDataKey(db, keys);
    if (!isServer) await assertKnownKey(db, keys);
  } catch (error) {
    // Open database connections would delay the end of a command.
    await db.close();
    throw error;
  }
  const store = new EncryptedFileStore(await openObjectStore(config), keys);
  const { basePath, isTestWorld, production } = config;
  const openOutbox = (name: string) =>
    isTestWorld && production ? discardingSender : new OutboxFile(config.dataDir, name, clock);
  const sms = config.msg91 ? new Msg91Sms(config.msg91, config.providerTimeoutMs) : openOutbox("sms.jsonl");
  const mail = config.smtp ? await openSmtp(config.smtp) : openOutbox("mail.jsonl");
  const gateway = new RazorpayGateway(config.razorpay, { log, timeoutMs: config.providerTimeoutMs });
  const scanner = config.clamavSocket ? new ClamdScanner(config.clamavSocket) : noScanner;
  const allowsLoopback = config.isLocalDevelopment && config.paymentsMode === "SANDBOX";
  const webhookSender = new HttpWebhookSender({ allowsLoopback });
  const world = { basePath, name: isTestWorld ? "test" : "live" } as const;
  return { world, clock, db, gateway, keys, log, mail, scanner, sms, store, webhookSender };
}

/** Imports the mail client only if it is configured, because loading it takes much of the startup time. */
async function openSmtp(settings: SmtpSettings) {
  const { SmtpMail } = await import("../platform/adapters/mail/smtpMail");
  return new SmtpMail(settings);
}
