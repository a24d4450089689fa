import { ApolloLink } from "@apollo/client/link";
import { print } from "@apollo/client/utilities";
import { Observable } from "rxjs";
import { extractFiles, multipartBody } from "./multipart";
import { sendForm } from "./sendForm";
import { acceptGraphql, readResponse } from "../transport/readResponse";
import { sendJson } from "../transport/sendJson";

/** Options that a mutation may set in its `context`. */
export interface UploadContext {
  /** Receives the uploaded fraction, 0 to 1. */
  onUploadProgress?: (fraction: number) => void;
  /** Aborts the call, which then fails with `Request aborted`. */
  signal?: AbortSignal;
}

/**
 * The terminating link: sends JSON by fetch, or multipart with upload progress if a variable contains a file.
 */
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

        const call = {
          uri,
          headers: { accept: acceptGraphql, ...context.headers },
          signal: aborter.signal,
        };
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
