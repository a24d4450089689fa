import { readFileSync } from "node:fs";

/** A response of the product as sent over the wire. */
export interface RecordedResponse {
  path: string;
  /** Contains only the content type and the content encoding. */
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}

export function readRecordedResponses(
  file: string,
): Map<string, { headers: Record<string, string>; bytes: Buffer }> {
  const answers = JSON.parse(readFileSync(file, "utf8")) as RecordedResponse[];
  return new Map(
    answers.map(({ path, headers, body }) => {
      const bytes = Buffer.from(body, "base64");
      return [path, { headers: { ...headers, "content-length": String(bytes.length) }, bytes }];
    }),
  );
}
