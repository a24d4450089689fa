import type { TypedDocumentNode } from "@apollo/client";
import { getChanged, type CheckoutProof } from "../../kit/personas/traveller";
import { callGraphql, printOperation, type TestFile } from "../../kit/wire/callApi";
import type { ChangedBy, LooseVariables, Read } from "../../kit/wire/read";
import * as documents from "../../kit/documents";
import type { TestServer } from "../../kit/server/testServer";

/** The connection broke before the response was complete, so the outcome is unknown. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

export interface CallOptions {
  token?: string;
  files?: Record<string, TestFile>;
}

/** Sends one GraphQL call; rejects with `NoAnswer` if the server stopped, or with errors if it refuses the call. */
export async function ask<Data, Variables>(
  server: TestServer,
  document: TypedDocumentNode<Data, Variables>,
  variables: LooseVariables<Variables>,
  options: CallOptions = {},
): Promise<Read<Data>> {
  const answer = await callGraphql(server, document, { variables, ...options }).catch((cause: unknown) => {
    throw new NoAnswer("No answer", { cause });
  });
  if (answer.errors) throw new Error(`Refused: ${JSON.stringify(answer.errors)}`);
  return answer.data;
}

/** Sends a mutation that must succeed, and returns the changed object. */
export async function mutate<Data, Variables>(
  server: TestServer,
  mutation: TypedDocumentNode<Data, Variables>,
  input: Record<string, unknown>,
  options: CallOptions = {},
): Promise<ChangedBy<Data>> {
  const data = await ask(server, mutation, { input } as LooseVariables<Variables>, options);
  return getChanged<ChangedBy<Data>>(data);
}

interface Posted<Data> {
  data?: Read<Data> | null;
  errors?: unknown;
}

let addresses = 0;

/**
 * Logs in from a new IP address (the server trusts this machine as a proxy), so that no limit by IP address applies.
 */
export async function logIn(server: TestServer, phoneNumber: string): Promise<string> {
  addresses++;
  const from = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
  const post = async <Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    input: Record<string, unknown>,
  ): Promise<Posted<Data>> => {
    try {
      const response = await fetch(`${server.url}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": from },
        body: JSON.stringify({ query: printOperation(document), variables: { input } }),
      });
      return (await response.json()) as Posted<Data>;
    } catch (cause) {
      throw new NoAnswer("No answer", { cause });
    }
  };
  const sent = await post(documents.requestOtp, { phoneNumber });
  if (!sent.data?.requestOtp.sent) throw new Error(`Refused: ${JSON.stringify(sent)}`);
  const otp = await server.readCode(phoneNumber);
  const { data, errors } = await post(documents.verifyOtp, { phoneNumber, otp });
  if (!data?.verifyOtp.session) throw new Error(`Refused: ${JSON.stringify(errors ?? data)}`);
  return data.verifyOtp.session.token;
}

/** Pays the order as the checkout does, and returns the proof that it hands to the page. */
export async function payOrder(server: TestServer, order_id: string): Promise<CheckoutProof> {
  try {
    const response = await fetch(`${server.url}/razorpay-sandbox/pay`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ order_id, outcome: "success" }),
    });
    return (await response.json()) as CheckoutProof;
  } catch (cause) {
    throw new NoAnswer("No answer", { cause });
  }
}
