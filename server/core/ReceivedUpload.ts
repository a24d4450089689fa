/** An uploaded file as it was received, not inspected yet. */
export interface ReceivedUpload {
  /** The name that the client sent, not sanitised. */
  filename: string;
  bytes: Buffer;
  /** True if the file exceeded the size limit, so that `bytes` is incomplete. */
  tooLarge?: boolean;
}
