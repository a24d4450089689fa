import { ApolloLink } from "@apollo/client/link";
import { print } from "@apollo/client/utilities";
import { Observable } from "rxjs";
import { extractFiles, multipartBody } from "./multipart";
import { sendForm } from "./sendForm";
import { acceptGraphql, readResponse } from "../transport/readResponse";
import { sendJson } from "../transport/sendJson";

/** What a mutation may put into its `context`. */
export interface UploadContext {
  /** Told how much of the upload is on its way, 0 to 1. */
  onUploadProgress?: (fraction: number) => void;
  /** Aborts the call; it then fails with `Request aborted`. */
  signal?: AbortSignal;
}

/** The terminating link: JSON by fetch; with a file among the variables, multipart with upload progress. */
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
