import type { PaymentGateway } from "../../core/gatewayPort";
import type { Clock, FileScanner, Log, MailSender, SmsSender, World } from "../../core/ports";
import type { WebhookSender } from "../../core/webhookPort";
import type { Database } from "../db/database";
import type { KeyRing } from "./crypto/keyRing";
import type { EncryptedFileStore } from "./fileStore/encryptedFileStore";

/** The infrastructure that all services share. */
export interface Platform {
  clock: Clock;
  db: Database;
  gateway: PaymentGateway;
  keys: KeyRing;
  log: Log;
  mail: MailSender;
  scanner: FileScanner;
  sms: SmsSender;
  webhookSender: WebhookSender;
  world: World;
  store: EncryptedFileStore;
}

/** The combined dependencies of several services. */
export type DepsOf<Service extends new (deps: never) => unknown> = [Service] extends [
  new (deps: infer Deps) => unknown,
]
  ? Deps
  : never;
