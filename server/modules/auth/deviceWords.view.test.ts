import { expect, test } from "@jest/globals";
import { describeDevice } from "./deviceWords.view";

test.each([
  [
    "Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox on Windows"],
  ["node", ""],
  ["<script>alert(1)</script>", ""],
  ["", ""],
  [undefined, ""],
])("the user agent %j is described as %j", (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words);
});
