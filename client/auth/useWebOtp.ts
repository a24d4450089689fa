import { useEffect } from "react";

interface OtpRequest extends CredentialRequestOptions {
  otp: { transport: "sms"[] };
}

/** Takes the code from the SMS by itself, where the browser can (WebOTP) and the person agrees. */
export function useWebOtp(onCode: (code: string) => void): void {
  useEffect(() => {
    if (!("OTPCredential" in window)) return;
    const aborter = new AbortController();
    const request: OtpRequest = { otp: { transport: ["sms"] }, signal: aborter.signal };
    navigator.credentials.get(request).then(
      (credential) => {
        const code = (credential as { code?: unknown } | null)?.code;
        if (typeof code === "string") onCode(code);
      },
      () => undefined, // Declined or not to be had: the person types.
    );
    return () => aborter.abort();
  }, [onCode]);
}
