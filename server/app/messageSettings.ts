import { z } from "zod";
import type { SmtpSettings } from "../platform/adapters/mail/smtpMail";
import type { Msg91Settings } from "../platform/adapters/sms/msg91Sms";
import { BadSetting } from "../core/errors";
import { smsTexts } from "../modules/notification/messageTexts.rules";
import { isPhoneCountry } from "../modules/user/phoneCountry.rules";
import type { SmsTemplate } from "../core/ports";
import { optionalText, portNumber, readList, webAddress, wholeNumber } from "./settingTypes";

const templates = Object.keys(smsTexts) as SmsTemplate[];
type TemplateSetting = (typeof smsTexts)[SmsTemplate]["setting"];
/** The settings `MSG91_TEMPLATE_…`, one for each text. */
const templateSettings = Object.fromEntries(
  templates.map((template) => [smsTexts[template].setting, optionalText]),
) as Record<TemplateSetting, typeof optionalText>;
/** An address such as `a@b.c` or `Name <a@b.c>`. */
const sender = z
  .string()
  .refine(
    (value) =>
      z.email().safeParse(/<([^<>]+)>$/.exec(value)?.[1] ?? value).success && !/[\r\n,;]/.test(value),
    "must be an e-mail address, or a name with one: Visaport <no-reply@visaport.example>",
  );

/** Countries with many Indian passport holders and affordable SMS. */
const usualCountries = "IN,AE,SA,QA,KW,OM,BH,SG,MY,HK,GB,IE,US,CA,AU,NZ,DE,FR,NL,CH";

/** Reads comma-separated ISO 3166 codes in any letter case. */
function readCountries(list: string, context: z.RefinementCtx): string[] {
  const codes = readList(list.toUpperCase());
  const unknown = codes.find((code) => !isPhoneCountry(code));
  if (codes.length > 0 && unknown === undefined) return [...new Set(codes)];
  context.addIssue(`must be country codes, like IN,AE; this is not one: ${unknown ?? list}`);
  return z.NEVER;
}

export const messageSettings = {
  SMS_COUNTRIES: z.string().default(usualCountries).transform(readCountries),
  SMS_PER_HOUR: wholeNumber.pipe(z.number().min(1)).default(3_000),
  SMS_PER_DAY: wholeNumber.pipe(z.number().min(1)).default(20_000),
  SMS_PER_RANGE: wholeNumber.pipe(z.number().min(1)).default(30),
  SMS_PROVIDER: z.enum(["outbox", "msg91"]).default("outbox"),
  MSG91_AUTH_KEY: optionalText,
  MSG91_API_URL: webAddress.default("https://control.msg91.com"),
  MSG91_SENDER_ID: optionalText,
  ...templateSettings,
  EMAIL_PROVIDER: z.enum(["outbox", "smtp"]).default("outbox"),
  SMTP_HOST: optionalText,
  SMTP_PORT: portNumber.default(587),
  SMTP_SECURITY: z.enum(["starttls", "tls", "none"]).default("starttls"),
  SMTP_USER: optionalText,
  SMTP_PASSWORD: optionalText,
  MAIL_FROM: sender.optional(),
};

type Values = z.infer<z.ZodObject<typeof messageSettings>>;

/** Returns MSG91's settings; undefined if the outbox is used. */
export function readMsg91(values: Values): Msg91Settings | undefined {
  if (values.SMS_PROVIDER === "outbox") return undefined;
  const need = (name: keyof Values) => {
    const value = values[name];
    if (typeof value !== "string")
      throw new BadSetting(`Setting ${name}: is required with SMS_PROVIDER=msg91`);
    return value;
  };
  return {
    authKey: need("MSG91_AUTH_KEY"),
    apiUrl: values.MSG91_API_URL,
    senderId: values.MSG91_SENDER_ID,
    templateIds: Object.fromEntries(
      templates.map((template) => [template, need(smsTexts[template].setting)]),
    ) as Msg91Settings["templateIds"],
  };
}

/** Returns the mail server's settings; undefined if the outbox is used. */
export function readSmtp(values: Values, publicUrl: string, brand: string): SmtpSettings | undefined {
  if (values.EMAIL_PROVIDER === "outbox") return undefined;
  const { SMTP_HOST: host, SMTP_USER: user, SMTP_PASSWORD: password, MAIL_FROM: from } = values;
  if (!host) throw new BadSetting("Setting SMTP_HOST: is required with EMAIL_PROVIDER=smtp");
  if (!from) throw new BadSetting("Setting MAIL_FROM: is required with EMAIL_PROVIDER=smtp");
  if (user && !password) throw new BadSetting("Setting SMTP_PASSWORD: is required with SMTP_USER");
  if (password && !user) throw new BadSetting("Setting SMTP_USER: is required with SMTP_PASSWORD");
  // Otherwise the password would be sent unencrypted.
  if (user && values.SMTP_SECURITY === "none")
    throw new BadSetting("Setting SMTP_SECURITY: must not be none if there is a password");
  return {
    host,
    port: values.SMTP_PORT,
    security: values.SMTP_SECURITY,
    login: user && password ? { user, password } : undefined,
    from,
    domain: new URL(publicUrl).hostname,
    brand,
  };
}

/** Throws `BadSetting` if messages go to the outbox. `where` is part of its message. */
export function assertNoOutboxes(values: Values, where: string): void {
  for (const name of ["SMS_PROVIDER", "EMAIL_PROVIDER"] as const)
    if (values[name] === "outbox")
      throw new BadSetting(`Setting ${name}: ${where} does not run on the outbox, unless ALLOW_SANDBOX=1`);
}
