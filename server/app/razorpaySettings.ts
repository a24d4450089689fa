/** The settings of Razorpay; `config.ts` reads them with all others. */
import { z } from "zod";
import { loadOrCreateSecret } from "../platform/adapters/storedSecrets";
import { BadSetting } from "../core/errors";
import { webAddress } from "./messageSettings";

export const razorpaySettings = {
  RAZORPAY_KEY_ID: z.string().min(1).optional(),
  RAZORPAY_KEY_SECRET: z.string().min(1).optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(1).optional(),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: z.string().min(1).optional(),
  RAZORPAY_API_URL: webAddress.optional(),
  RAZORPAY_CHECKOUT_URL: webAddress.optional(),
};

type Values = z.infer<z.ZodObject<typeof razorpaySettings>>;

/** The account that is set; undefined where there is none, and the stand-in takes its place. */
export function readRazorpay(values: Values) {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = values;
  if (!keyId && !keySecret) return undefined;
  if (!keyId) throw new BadSetting("Setting RAZORPAY_KEY_ID: is needed beside RAZORPAY_KEY_SECRET");
  if (!keySecret) throw new BadSetting("Setting RAZORPAY_KEY_SECRET: is needed beside RAZORPAY_KEY_ID");
  // An empty secret would let anybody sign a webhook: HMAC takes it.
  if (!values.RAZORPAY_WEBHOOK_SECRET)
    throw new BadSetting("Setting RAZORPAY_WEBHOOK_SECRET: is needed beside RAZORPAY_KEY_ID");
  return {
    keyId,
    keySecret,
    webhookSecret: values.RAZORPAY_WEBHOOK_SECRET,
    /** Counts as well, while the secret is being changed. */
    previousWebhookSecret: values.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
    apiUrl: values.RAZORPAY_API_URL ?? "https://api.razorpay.com",
    checkoutUrl: values.RAZORPAY_CHECKOUT_URL ?? "https://checkout.razorpay.com/v1/checkout.js",
  };
}

/** The stand-in under `/razorpay-sandbox`, with a key of this installation's own. */
export function sandboxRazorpay(dataDir: string, ownUrl: string, values: Values) {
  return {
    keyId: "rzp_test_sandbox",
    keySecret: loadOrCreateSecret(dataDir, "sandbox-key-secret"),
    webhookSecret: loadOrCreateSecret(dataDir, "sandbox-webhook-secret"),
    previousWebhookSecret: undefined,
    apiUrl: values.RAZORPAY_API_URL ?? `${ownUrl}/razorpay-sandbox`,
    checkoutUrl: values.RAZORPAY_CHECKOUT_URL ?? "/razorpay-sandbox/checkout.js",
  };
}
