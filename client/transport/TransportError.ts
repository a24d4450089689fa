/** A failed call without a GraphQL response. Its messages are specified texts. */
export class TransportError extends Error {
  override readonly name = "TransportError";

  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

export const networkError = () => new TransportError("Network Error");
export const abortedError = () => new TransportError("Request aborted");
export const timeoutError = (ms: number) => new TransportError(`timeout of ${ms} ms exceeded`);
export const statusError = (status: number) =>
  new TransportError(`Request failed with status code ${status}`, status);
