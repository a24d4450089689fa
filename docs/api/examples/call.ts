import type { TypedDocumentString } from "./api.generated";

/** Sends an operation with the key in KEY, if there is one, to the server in SERVER. Throws if it is refused. */
export async function call<Data, Variables>(
  operation: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { SERVER, KEY } = process.env;
  const response = await fetch(`${SERVER}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(KEY && { authorization: `Bearer ${KEY}` }) },
    body: JSON.stringify({ query: operation.toString(), variables }),
  });
  const { data, errors } = (await response.json()) as {
    data: Data;
    errors?: { message: string; extensions: { code: string } }[];
  };
  const [error] = errors ?? [];
  if (error) throw new Error(`${error.extensions.code}: ${error.message}`);
  return data;
}
