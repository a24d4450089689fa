import { readFileSync } from "node:fs";

/** An answer of the product as it came over the wire. */
export interface KeptAnswer {
  path: string;
  /** Those of the content: its type and its encoding. */
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}

export function readAnswers(file: string): Map<string, { headers: Record<string, string>; bytes: Buffer }> {
  const answers = JSON.parse(readFileSync(file, "utf8")) as KeptAnswer[];
  return new Map(
    answers.map(({ path, headers, body }) => {
      const bytes = Buffer.from(body, "base64");
      return [path, { headers: { ...headers, "content-length": String(bytes.length) }, bytes }];
    }),
  );
}
