import { expect, test } from "@jest/globals";
import { cutInspection, restoreInspection } from "./commonTail";

test.each([
  ["the same", "abcdef", "abcdef", ""],
  ["another beginning", "ABcdef", "abcdef", "AB"],
  ["a shorter beginning", "def", "abcdef", ""],
  ["a longer beginning", "ABCDEFdef", "abcdef", "ABCDEF"],
  ["another end", "abcdeF", "abcdef", "abcdeF"],
  ["nothing in common", "xyz", "abcdef", "xyz"],
  ["nothing", "", "abcdef", ""],
  ["of nothing", "abc", "", "abc"],
])("%s: only what differs is sent back, and nothing is lost", (_name, kept, sent, head) => {
  const facts = { width: 1, height: 2, pages: null };
  const cut = cutInspection({ content: { ...facts, bytes: Buffer.from(kept) } }, Buffer.from(sent));
  expect(cut.content?.bytes.head.toString()).toBe(head);
  const restored = restoreInspection(cut, Buffer.from(sent));
  expect(restored).toEqual({ content: { ...facts, bytes: Buffer.from(kept) } });
});
