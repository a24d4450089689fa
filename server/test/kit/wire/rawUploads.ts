import { encodeParts, RawClient, requestHead, type Part } from "./multipartKit";
import { printOperation, type TestFile } from "./callApi";
import * as documents from "../documents";
import type { RunningServer } from "../server/runningServer";
import { makeDetails, type Traveller } from "../personas/traveller";
import type { Way } from "../stories/applicants";

export const uploadPath = (way: Way) => (way === "GraphQL" ? "/graphql" : "/api/VisaApplicant/Create");

/** The headers that a signed-in client sends with a multipart body. */
export const authHeaders = (traveller: Traveller) => ({
  Authorization: `Bearer ${traveller.token}`,
  "Apollo-Require-Preflight": "true",
});

export interface RawAnswer {
  status: number;
  /** The response body of GraphQL or REST, depending on the path. */
  body: Record<string, unknown>;
}

/** Sends a multipart body unchanged, over a separate connection. */
export async function sendBytes(
  server: RunningServer,
  path: string,
  body: Buffer,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const client = connect(server);
  try {
    client.send(requestHead(path, { ...headers, "Content-Length": body.length }), body);
    return await client.answer();
  } finally {
    client.destroy();
  }
}

export function connect(server: RunningServer): RawClient {
  return new RawClient(Number(new URL(server.url).port));
}

/** Returns the parts of an applicant as a client of the API sends them, with the files last. */
export function toParts(way: Way, traveller: Traveller, files: Record<string, TestFile>): Part[] {
  const input: Record<string, unknown> = { visaRequestId: traveller.request.visaRequestId, ...makeDetails() };
  const fileParts = Object.entries(files).map(([place, { name, type, bytes }], index) => ({
    name: way === "GraphQL" ? String(index) : place.split(".")[1]!,
    filename: name,
    type,
    content: Buffer.from(bytes),
  }));
  if (way === "REST")
    return [
      ...Object.entries(input).map(([name, value]) => ({ name, content: String(value) })),
      ...fileParts,
    ];
  const papers = Object.keys(files).filter((place) => place.startsWith("input.documentFiles"));
  const holes = {
    profileFile: null,
    passportFrontFile: null,
    passportBackFile: null,
    documentFiles: papers.map(() => null),
  };
  const operations = {
    query: printOperation(documents.createVisaApplicant),
    variables: { input: { ...input, ...holes } },
  };
  const map = Object.fromEntries(Object.keys(files).map((place, index) => [index, [`variables.${place}`]]));
  return [
    { name: "operations", content: JSON.stringify(operations) },
    { name: "map", content: JSON.stringify(map) },
    ...fileParts,
  ];
}

/** Returns the multipart body that creates an applicant with all their files. */
export function toBody(way: Way, traveller: Traveller, files: Record<string, TestFile>): Buffer {
  return encodeParts(toParts(way, traveller, files));
}
