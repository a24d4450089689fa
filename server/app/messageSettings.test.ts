import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { readConfig } from "./config";
import { BadSetting } from "../core/errors";
import { smsTexts } from "../modules/notification/messageTexts.rules";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "messages-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const read = (environment: Record<string, string>) =>
  readConfig({ NODE_ENV: "test", DATA_DIR: dataDir, ...environment });

function expectError(environment: Record<string, string>): string {
  try {
    read(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(BadSetting);
    return (error as Error).message;
  }
  throw new Error(`Was accepted: ${JSON.stringify(environment)}`);
}

test("SMS and e-mail use the outbox by default", () => {
  expect(read({})).toMatchObject({ msg91: undefined, smtp: undefined });
});

describe("MSG91", () => {
  const all = {
    SMS_PROVIDER: "msg91",
    MSG91_AUTH_KEY: "key",
    MSG91_TEMPLATE_LOGIN: "1",
    MSG91_TEMPLATE_NUMBER_CODE: "10",
    MSG91_TEMPLATE_NUMBER_CHANGED: "9",
    MSG91_TEMPLATE_PAID: "2",
    MSG91_TEMPLATE_DOCUMENTS_NEEDED: "10",
    MSG91_TEMPLATE_ACTION_REQUIRED: "3",
    MSG91_TEMPLATE_APPROVED: "4",
    MSG91_TEMPLATE_REJECTED: "5",
    MSG91_TEMPLATE_REFUNDED: "6",
    MSG91_TEMPLATE_PAYMENT_NOT_TAKEN: "7",
    MSG91_TEMPLATE_REFUND_DUE: "8",
  };

  test("has a template id for each text, and a default URL", () => {
    expect(read(all).msg91).toEqual({
      authKey: "key",
      apiUrl: "https://control.msg91.com",
      senderId: undefined,
      templateIds: {
        "login-code": "1",
        "number-code": "10",
        "number-changed": "9",
        paid: "2",
        "documents-needed": "10",
        "action-required": "3",
        approved: "4",
        rejected: "5",
        refunded: "6",
        "payment-not-taken": "7",
        "refund-due": "8",
      },
    });
  });

  const names = Object.keys(all).filter((name) => name !== "SMS_PROVIDER");
  test.each(names)("requires %s", (name) => {
    expect(expectError({ ...all, [name]: "" })).toBe(`Setting ${name}: is required with SMS_PROVIDER=msg91`);
  });

  test("accepts only a valid URL", () => {
    expect(expectError({ ...all, MSG91_API_URL: "control.msg91.com" })).toMatch(
      /^Setting MSG91_API_URL: must be/,
    );
    expect(read({ ...all, MSG91_API_URL: "http://127.0.0.1:9/" }).msg91?.apiUrl).toBe("http://127.0.0.1:9");
  });
});

describe("SMTP", () => {
  const all = {
    EMAIL_PROVIDER: "smtp",
    SMTP_HOST: "mail.example",
    MAIL_FROM: "Visaport <no-reply@visaport.example>",
  };

  test("requires STARTTLS on port 587 by default", () => {
    expect(read({ ...all, PUBLIC_URL: "https://visaport.example" }).smtp).toEqual({
      host: "mail.example",
      port: 587,
      security: "starttls",
      login: undefined,
      from: "Visaport <no-reply@visaport.example>",
      domain: "visaport.example",
      brand: "Visaport",
    });
  });

  test.each([
    [{ SMTP_HOST: "" }, "Setting SMTP_HOST: is required with EMAIL_PROVIDER=smtp"],
    [{ MAIL_FROM: "" }, "Setting MAIL_FROM: is required with EMAIL_PROVIDER=smtp"],
    [{ SMTP_USER: "u" }, "Setting SMTP_PASSWORD: is required with SMTP_USER"],
    [{ SMTP_PASSWORD: "p" }, "Setting SMTP_USER: is required with SMTP_PASSWORD"],
  ])("is refused with %j", (changes, refusal) => {
    expect(expectError({ ...all, ...changes })).toBe(refusal);
  });

  test.each(["nobody", "a@b.example, c@d.example", "A <a@b.example>\r\nBcc: x@y.example"])(
    "rejects the sender %j",
    (MAIL_FROM) => {
      expect(expectError({ ...all, MAIL_FROM })).toMatch(/^Setting MAIL_FROM: must be an e-mail address/);
    },
  );

  test("refuses a password with an unencrypted connection", () => {
    const open = { ...all, SMTP_SECURITY: "none" };
    expect(read(open).smtp?.security).toBe("none");
    expect(expectError({ ...open, SMTP_USER: "u", SMTP_PASSWORD: "p" })).toMatch(/^Setting SMTP_SECURITY:/);
    expect(expectError({ ...all, SMTP_SECURITY: "ssl" })).toMatch(/^Setting SMTP_SECURITY:/);
  });
});

test("production refuses the outbox for e-mail", () => {
  const secret = "a secret of more than thirty-two bytes";
  const live = { RAZORPAY_KEY_ID: "k", RAZORPAY_KEY_SECRET: "s", RAZORPAY_WEBHOOK_SECRET: "w" };
  const production = {
    ...live,
    NODE_ENV: "production",
    JWT_SECRET: secret,
    DATA_KEY: secret,
    STAFF_SECOND_FACTOR: "off",
    FOUR_EYES_ABOVE_INR: "off",
  };
  const sms = Object.fromEntries(Object.values(smsTexts).map(({ setting }) => [setting, "1"]));
  const withSms = { ...production, ...sms, SMS_PROVIDER: "msg91", MSG91_AUTH_KEY: "key" };
  expect(expectError(withSms)).toBe(
    "Setting EMAIL_PROVIDER: production does not run on the outbox, unless ALLOW_SANDBOX=1",
  );
  const smtp = { EMAIL_PROVIDER: "smtp", SMTP_HOST: "mail.example", MAIL_FROM: "no-reply@visaport.example" };
  expect(read({ ...withSms, ...smtp }).production).toBe(true);
});
