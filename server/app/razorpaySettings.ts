import { z } from "zod";
import { loadOrCreateSecret } from "../platform/adapters/storedSecrets";
import { BadSetting } from "../core/errors";
import { optionalText, webAddress } from "./settingTypes";

export const razorpaySettings = {
  RAZORPAY_KEY_ID: optionalText,
  RAZORPAY_KEY_SECRET: optionalText,
  RAZORPAY_WEBHOOK_SECRET: optionalText,
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: optionalText,
  RAZORPAY_API_URL: webAddress.refine((url) => !url.endsWith("/v1"), "must not end in /v1").optional(),
  RAZORPAY_CHECKOUT_URL: webAddress.optional(),
};

type Values = z.infer<z.ZodObject<typeof razorpaySettings>>;

/** Returns the configured account; undefined if there is none, so that the sandbox is used. */
export function readRazorpay(values: Values) {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = values;
  if (!keyId && !keySecret) return undefined;
  if (!keyId) throw new BadSetting("Setting RAZORPAY_KEY_ID: is required with RAZORPAY_KEY_SECRET");
  if (!keySecret) throw new BadSetting("Setting RAZORPAY_KEY_SECRET: is required with RAZORPAY_KEY_ID");
  // HMAC accepts an empty secret, with which anyone could sign a webhook.
  if (!values.RAZORPAY_WEBHOOK_SECRET)
    throw new BadSetting("Setting RAZORPAY_WEBHOOK_SECRET: is required with RAZORPAY_KEY_ID");
  return {
    keyId,
    keySecret,
    webhookSecret: values.RAZORPAY_WEBHOOK_SECRET,
    /** The previous secret, which is also accepted while the secret is being changed. */
    previousWebhookSecret: values.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
    apiUrl: values.RAZORPAY_API_URL ?? "https://api.razorpay.com",
    checkoutUrl: values.RAZORPAY_CHECKOUT_URL ?? "https://checkout.razorpay.com/v1/checkout.js",
  };
}

/** Returns the account of the sandbox under `/razorpay-sandbox`, with a generated key. */
export function sandboxRazorpay(
  dataDir: string,
  { ownUrl, basePath }: { ownUrl: string; basePath: string },
  values: Values,
) {
  return {
    keyId: "rzp_test_sandbox",
    keySecret: loadOrCreateSecret(dataDir, "sandbox-key-secret"),
    webhookSecret: loadOrCreateSecret(dataDir, "sandbox-webhook-secret"),
    previousWebhookSecret: undefined,
    apiUrl: values.RAZORPAY_API_URL ?? `${ownUrl}/razorpay-sandbox`,
    checkoutUrl: values.RAZORPAY_CHECKOUT_URL ?? `${basePath}/razorpay-sandbox/checkout.js`,
  };
}
