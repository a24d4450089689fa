import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { topLevelErrorTable, userErrorTable } from "../../core/errorTable";
import { writeReferencePage } from "./referencePage";

const page = writeReferencePage();

test("docs/api/reference.md is up to date (npm run api:docs)", () => {
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

test("each row of a table is on one line", () => {
  expect(page.split("\n").filter((line) => line.startsWith("| ") !== line.endsWith(" |"))).toEqual([]);
});

test("an operation states who may call it, and with which scope", () => {
  expect(page).toMatch(/### query visas\n\n.+\n\n- Who: Everyone; keys with the scope `read`\n/);
  expect(page).toMatch(/### mutation eraseAccount\n\n.+\n\n- Who: People who are signed in; no keys\n/);
  expect(page).not.toMatch(/### (?:query|mutation) staff/);
});

test("an operation lists its error codes, and parts that exist only in the test world are marked", () => {
  const entries = page.split(/^### (?=query|mutation)/m).slice(1);
  expect(entries.filter((entry) => !/^- Cost: .+\n- Errors: \[`/m.test(entry))).toEqual([]);
  const marked = [...page.matchAll(/^### \w+ (\w+)\n\nTest world only\. /gm)].map(([, name]) => name);
  const outcomes = ["testDecide", "testOutage", "testPay"];
  const types = ["TestDecidePayload", "TestDecision", "TestOutagePayload", "TestPayPayload", "TestPayment"];
  expect(marked.sort()).toEqual([...types, ...outcomes].sort());
  expect(page).toMatch(
    /### mutation endPartnerKey\n[^]{1,300}\n- Errors: .+`NOT_FOR_KEYS`.+, \[`INVALID_STATE`\]/,
  );
});

test("a code in a description is also listed as an error of its operation", () => {
  // The introduction lists the codes that every operation can return.
  const [intro = ""] = page.split("## Query");
  const codes = Object.keys({ ...userErrorTable, ...topLevelErrorTable }).filter(
    (code) => !intro.includes(code),
  );
  const absent = page.split(/^### (?=query|mutation)/m).flatMap((entry) => {
    const [, name, description = "", errors = ""] =
      /^(\w+ \w+)\n\n([^]*?)\n\n- Who[^]*?\n- Errors: (.*)$/m.exec(entry) ?? [];
    return [...description.matchAll(/`([A-Z_]+)`/g)]
      .map(([, code]) => code!)
      .filter((code) => codes.includes(code) && !errors.includes(`\`${code}\``))
      .map((code) => `${name} ${code}`);
  });
  expect(absent).toEqual([]);
});
