/** An uploaded file as it was received, not inspected yet. */
export interface ReceivedUpload {
  /** The name that the client sent, not sanitised. */
  filename: string;
  bytes: Buffer;
  /** True if the receiver stopped at the limit, so that `bytes` is incomplete. */
  tooLarge?: boolean;
}
