import { expect, test } from "@jest/globals";
import { rateLimited } from "./rateLimited";

test("the message states the time to wait in a readable unit", () => {
  const waits = [1, 89, 90, 15 * 60, 89 * 60, 23 * 60 * 60].map((seconds) => rateLimited(seconds).message);
  expect(waits.map((message) => message.replace("This is too much at once. Please wait ", ""))).toEqual([
    "1 second",
    "89 seconds",
    "2 minutes",
    "15 minutes",
    "89 minutes",
    "23 hours",
  ]);
});
