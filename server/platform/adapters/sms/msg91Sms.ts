import { z } from "zod";
import { DeliveryError, type SmsSender, type SmsTemplate, type TextMessage } from "../../../core/ports";

export interface Msg91Settings {
  authKey: string;
  /** The origin, without `/api/v5/flow`. */
  apiUrl: string;
  /** The sender id, for flows that do not define one. */
  senderId: string | undefined;
  /** MSG91's id of each text. The text's DLT id is registered at MSG91. */
  templateIds: Readonly<Record<SmsTemplate, string>>;
}

const responseShape = z.object({ type: z.enum(["success", "error"]), message: z.unknown() });

/**
 * SMS through MSG91's Flow API, version 5 (docs.msg91.com): one recipient per call, `VAR1`, `VAR2` … for the variables
 * of the registered text, and our own id as `CRQID`, which delivery reports repeat. The API is not idempotent: a
 * message whose response is lost is sent again, with the same `CRQID`.
 */
export class Msg91Sms implements SmsSender {
  constructor(
    private readonly settings: Msg91Settings,
    private readonly timeoutMs: number,
  ) {}

  async send({ id, to, template, params }: TextMessage): Promise<void> {
    const { authKey, apiUrl, senderId, templateIds } = this.settings;
    const places = Object.fromEntries(params.map((value, index) => [`VAR${index + 1}`, value]));
    const { status, text } = await this.#post(`${apiUrl}/api/v5/flow`, {
      method: "POST",
      headers: { authkey: authKey, "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({
        template_id: templateIds[template],
        short_url: "0",
        ...(senderId && { sender: senderId }),
        recipients: [{ mobiles: to.replace(/\D/g, ""), CRQID: id, ...places }],
      }),
      redirect: "error",
    });
    if (status === 429 || status >= 500) throw new DeliveryError("OUTAGE", `MSG91_${status}`);
    const response = readResponse(text);
    // Not a response of MSG91, but perhaps the error page of a proxy.
    if (!response)
      throw new DeliveryError("OUTAGE", status === 200 ? "MSG91_FOREIGN_ANSWER" : `MSG91_${status}`);
    if (status === 200 && response.type === "success") return;
    throw describeRefusal(status, String(response.message));
  }

  async #post(url: string, request: RequestInit): Promise<{ status: number; text: string }> {
    try {
      const response = await fetch(url, { ...request, signal: AbortSignal.timeout(this.timeoutMs) });
      return { status: response.status, text: await response.text() };
    } catch (cause) {
      const isLate = (cause as Error).name === "TimeoutError";
      throw new DeliveryError("OUTAGE", isLate ? "MSG91_TIMEOUT" : "MSG91_NO_CONNECTION", { cause });
    }
  }
}

function readResponse(text: string): z.infer<typeof responseShape> | undefined {
  try {
    return responseShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * Classifies an error, which may have HTTP status 200. Only errors about the message itself are permanent. An error
 * about the key, the IP allowlist or the balance is not: once the operator has fixed it, waiting messages are sent.
 * MSG91's error message is not logged, because it may contain the phone number.
 */
function describeRefusal(status: number, message: string): DeliveryError {
  const isOfAccount = /auth|whitelist|\bip\b|balance|credit|suspend|block/i.test(message);
  if (isOfAccount || [401, 403, 418].includes(status)) return new DeliveryError("OUTAGE", "MSG91_ACCOUNT");
  if (/template|flow/i.test(message)) return new DeliveryError("REFUSED", "MSG91_TEMPLATE");
  if (/mobile|number|recipient/i.test(message)) return new DeliveryError("REFUSED", "MSG91_NUMBER");
  return new DeliveryError("LATER", status === 200 ? "MSG91_REFUSED" : `MSG91_${status}`);
}
