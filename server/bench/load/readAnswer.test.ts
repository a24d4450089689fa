import { expect, test } from "@jest/globals";
import { readAnswer } from "./readAnswer";

const withLength = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const inChunks =
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n10\r\n0123456789abcdef\r\n0\r\n\r\n";
const withoutBody = "HTTP/1.1 304 Not Modified\r\netag: x\r\n\r\n";

test.each([
  [withLength, 200],
  [inChunks, 200],
  [withoutBody, 304],
])("a response is incomplete until its last byte has arrived: %j", (text, status) => {
  const bytes = Buffer.from(text);
  for (let end = 0; end < bytes.length; end++) expect(readAnswer(bytes.subarray(0, end))).toBeUndefined();
  expect(readAnswer(bytes)).toEqual({ status, bytes });
});

test("rejects an invalid chunk without waiting for more data", () => {
  const bytes = Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhello\r\n");
  expect(() => readAnswer(bytes)).toThrow("not a chunk");
});
