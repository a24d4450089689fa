import type { WireResponse } from "../transport/sendJson";
import { abortedError, networkError, timeoutError } from "../transport/TransportError";

const timeoutMs = 120_000;

/**
 * POSTs a form by XMLHttpRequest because fetch reports no upload progress. Fails in the same way as
 * `sendJson`.
 */
export function sendForm(call: {
  uri: string;
  headers: Record<string, string>;
  body: FormData;
  signal: AbortSignal;
  onUploadProgress?: (fraction: number) => void;
}): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    if (call.signal.aborted) return reject(abortedError());
    const request = new XMLHttpRequest();
    const onAbort = () => request.abort();
    const settle = (then: () => void) => () => {
      call.signal.removeEventListener("abort", onAbort);
      then();
    };
    request.open("POST", call.uri);
    request.timeout = timeoutMs;
    for (const [name, value] of Object.entries(call.headers)) request.setRequestHeader(name, value);
    // Apollo Server's CSRF protection requires a header that a plain form cannot send.
    request.setRequestHeader("Apollo-Require-Preflight", "true");
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) call.onUploadProgress?.(loaded / total);
    };
    request.onload = settle(() => resolve({ status: request.status, text: request.responseText }));
    request.onerror = settle(() => reject(networkError()));
    request.ontimeout = settle(() => reject(timeoutError(timeoutMs)));
    request.onabort = settle(() => reject(abortedError()));
    call.signal.addEventListener("abort", onAbort);
    request.send(call.body);
  });
}
