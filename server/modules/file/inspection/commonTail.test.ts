import { expect, test } from "@jest/globals";
import { cutInspection, restoreInspection } from "./commonTail";

test.each([
  ["identical content", "abcdef", "abcdef", ""],
  ["another beginning", "ABcdef", "abcdef", "AB"],
  ["a shorter beginning", "def", "abcdef", ""],
  ["a longer beginning", "ABCDEFdef", "abcdef", "ABCDEF"],
  ["a different end", "abcdeF", "abcdef", "abcdeF"],
  ["nothing in common", "xyz", "abcdef", "xyz"],
  ["empty content", "", "abcdef", ""],
  ["an empty upload", "abc", "", "abc"],
])(
  "with %s, only the head that differs is transferred and the content is restored",
  (_name, kept, sent, head) => {
    const facts = { text: "a visa" };
    const cut = cutInspection({ content: { ...facts, bytes: Buffer.from(kept) } }, Buffer.from(sent));
    expect(cut.content?.bytes.head.toString()).toBe(head);
    const restored = restoreInspection(cut, Buffer.from(sent));
    expect(restored).toEqual({ content: { ...facts, bytes: Buffer.from(kept) } });
  },
);
