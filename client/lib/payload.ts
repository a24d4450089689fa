/** A mutation's response; its only field is the payload. */
export interface Response<Payload> {
  data?: Record<string, Payload> | null | undefined;
}

export function payloadOf<Payload>({ data }: Response<Payload>): Payload {
  const [payload] = Object.values(data ?? {});
  if (!payload) throw new Error("The server sent no response. Please try again.");
  return payload;
}

/** Returns why a mutation was refused; undefined if it was not. */
export function findProblem(response: Response<{ userErrors: readonly { message: string }[] }>) {
  return payloadOf(response).userErrors[0]?.message;
}
