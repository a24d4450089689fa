import { ApolloLink } from "@apollo/client/link";
import { print } from "@apollo/client/utilities";
import { Observable } from "rxjs";
import {
  abortedError,
  acceptGraphql,
  networkError,
  readResponse,
  sendJson,
  timeoutError,
  type WireResponse,
} from "../transport/sendJson";

/** Options that a mutation may set in its `context`. */
export interface UploadContext {
  /** Receives the uploaded fraction, 0 to 1. */
  onUploadProgress?: (fraction: number) => void;
  /** Aborts the call, which then fails with `Request aborted`. */
  signal?: AbortSignal;
}

/** The terminating link. Sends JSON, or multipart with progress if a variable contains a file. */
export function uploadLink(uri: string): ApolloLink {
  return new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        const context = operation.getContext() as UploadContext & { headers?: Record<string, string> };
        const { clean, files } = extractFiles(operation.variables, "variables");
        const operations = {
          operationName: operation.operationName,
          query: print(operation.query),
          variables: clean,
        };
        const aborter = new AbortController();
        const abort = () => aborter.abort();
        context.signal?.addEventListener("abort", abort);
        if (context.signal?.aborted) abort();

        const call = { uri, headers: { accept: acceptGraphql, ...context.headers }, signal: aborter.signal };
        const sent =
          files.length > 0
            ? sendForm({
                ...call,
                body: multipartBody(operations, files),
                onUploadProgress: context.onUploadProgress,
              })
            : sendJson({ ...call, body: JSON.stringify(operations) });

        sent.then(readResponse).then(
          (result) => {
            observer.next(result as ApolloLink.Result);
            observer.complete();
          },
          (error: unknown) => observer.error(error),
        );
        return () => {
          context.signal?.removeEventListener("abort", abort);
          abort();
        };
      }),
  );
}

const timeoutMs = 120_000;

/** Posts a form with XMLHttpRequest, because fetch does not report progress. Fails like `sendJson`. */
function sendForm(call: {
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

/** A file and its path in the request, e.g. `variables.input.documentFiles.0`. */
interface FilePart {
  path: string;
  file: Blob;
}

/** Returns the value with each file replaced by null, and the files with their paths, in order. */
export function extractFiles(value: unknown, path: string): { clean: unknown; files: FilePart[] } {
  const files: FilePart[] = [];
  const visit = (node: unknown, at: string): unknown => {
    if (node instanceof Blob) {
      files.push({ path: at, file: node });
      return null;
    }
    if (Array.isArray(node)) return node.map((item, index) => visit(item, `${at}.${index}`));
    if (node !== null && typeof node === "object" && Object.getPrototypeOf(node) === Object.prototype) {
      return Object.fromEntries(
        Object.entries(node).map(([key, item]) => [key, visit(item, `${at}.${key}`)]),
      );
    }
    return node;
  };
  return { clean: visit(value, path), files };
}

/**
 * Builds the body of the GraphQL multipart request specification: `operations`, `map`, then the files in
 * order. The server accepts one path per file, so a file sent twice becomes two parts.
 */
export function multipartBody(operations: object, files: FilePart[]): FormData {
  const body = new FormData();
  body.append("operations", JSON.stringify(operations));
  body.append("map", JSON.stringify(Object.fromEntries(files.map(({ path }, index) => [index, [path]]))));
  files.forEach(({ file }, index) => body.append(String(index), file));
  return body;
}
