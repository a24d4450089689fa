import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { writeReferencePage } from "./referencePage";

const page = writeReferencePage();

test("docs/api/reference.md is generated from the schema; npm run api:docs writes it", () => {
  expect(readFileSync("docs/api/reference.md", "utf8").trim()).toBe(page.trim());
});

test("each link leads to a heading", () => {
  const anchors = [...page.matchAll(/^### (.+)$/gm)].map(([, title]) =>
    title!.toLowerCase().replace(" ", "-"),
  );
  const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor!);
  expect(links.length).toBeGreaterThan(100);
  expect([...new Set(links)].filter((link) => !anchors.includes(link))).toEqual([]);
  expect(new Set(anchors).size).toBe(anchors.length);
});

test("an operation states who may call it, and with which scope", () => {
  expect(page).toMatch(/### query visas\n\n.+\n\n- Who: Everyone; keys with the scope `read`\n/);
  expect(page).toMatch(/### mutation eraseAccount\n\n.+\n\n- Who: People who are signed in; no keys\n/);
  expect(page).not.toMatch(/### (?:query|mutation) staff/);
});
