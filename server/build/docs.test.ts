/** Checks that the files, tests, commands and names in `docs/` and the pages at the root exist. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const isThere = (path: string) => existsSync(join(root, path));
/** Returns the paths of the files below a folder, relative to the root and with `/`. */
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
    (name) => `${folder}/${name.replaceAll("\\", "/")}`,
  );

const pages = [...readdirSync(root), ...filesIn("docs")].filter((path) => path.endsWith(".md"));

/** Returns the rows of all tables of a page as cells, without headings. */
function tableRows(page: string): string[][] {
  const lines = read(page).split("\n");
  return lines
    .filter((line, index) => line.startsWith("| ") && !lines[index + 1]?.startsWith("| -"))
    .filter((line) => !line.startsWith("| -"))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

const inBackticks = (text: string) =>
  [...text.replaceAll(/^```[^]*?^```/gm, "").matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

describe("docs/spec-coverage.md", () => {
  const rows = tableRows("docs/spec-coverage.md");
  const clientFolders = /^(pages|layout|lib|components|apollo)\//;

  const fileOf = (path: string) =>
    clientFolders.test(path) ? `client/${path}` : path.startsWith("modules/") ? `server/${path}` : path;
  const testFileOf = (path: string) =>
    path.startsWith("e2e/")
      ? `client/${path}.test.ts`
      : path.startsWith("test/")
        ? `server/${path}.test.ts`
        : fileOf(path);

  test("has three cells in each row", () => {
    expect(rows.filter((cells) => cells.length !== 3)).toEqual([]);
  });

  test("names existing files and folders", () => {
    const named = rows.flatMap(([, where]) => inBackticks(where!)).map(fileOf);
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  test("names existing tests", () => {
    const named = rows.flatMap(([, , tests]) =>
      [...tests!.matchAll(/`([^`]+)`((?:[, ]*"[^"]+")*)/g)].map(([, path, names]) => ({
        path: testFileOf(path!),
        names: [...names!.matchAll(/"([^"]+)"/g)].map(([, name]) => name!),
      })),
    );
    const absent = named.flatMap(({ path, names }) => {
      if (!isThere(path)) return [path];
      const source = read(path);
      const begins = (name: string) => ['"', "'", "`"].some((quote) => source.includes(quote + name));
      return names.filter((name) => !begins(name)).map((name) => `${path}: ${name}`);
    });
    expect(absent).toEqual([]);
    expect(rows.filter(([, , tests]) => !tests!.includes("`"))).toEqual([]);
  });
});

test("README.md, docs/architecture.md and the decision on the database name existing paths", () => {
  const places = ["README.md", "docs/architecture.md", "docs/decisions/0017-sqlite.md"].flatMap((page) =>
    inBackticks(read(page)).filter((text) => /^(server|client|schema|seed|docs)\/[\w./-]+$/.test(text)),
  );
  expect(places.length).toBeGreaterThan(15);
  expect(places.filter((path) => !isThere(path))).toEqual([]);
});

test("docs/security.md names existing tests", () => {
  const tests = [...filesIn("server"), ...filesIn("client")].filter((path) => path.includes(".test."));
  const named = tableRows("docs/security.md").flatMap((cells) => inBackticks(cells[2] ?? ""));
  const absent = named.filter((name) => {
    const stem = `/${name.replace(/\*$/, "")}`;
    return !tests.some((path) => path.includes(name.endsWith("*") ? stem : `${stem}.test.`));
  });
  expect(named.length).toBeGreaterThan(50);
  expect(absent).toEqual([]);
});

test("docs/glossary.md has one row per word and names existing identifiers", () => {
  const rows = tableRows("docs/glossary.md");
  const words = rows.map(([word]) => word);
  expect(words).toEqual([...new Set(words)]);

  const code = [...filesIn("schema"), ...filesIn("server/modules"), ".env.example", "package.json"]
    .filter((path) => /\.(graphql|entity\.ts|routes\.ts|json|example)$/.test(path))
    .map(read)
    .join("\n");
  const named = rows
    .flatMap(([, , fixed]) => inBackticks(fixed ?? ""))
    .filter((name) => /^\w+(\.\w+)?$/.test(name));
  const isInCode = (name: string) => name.split(".").every((part) => new RegExp(`\\b${part}\\b`).test(code));
  expect(named.filter((name) => !isInCode(name))).toEqual([]);
});

test("docs/decisions/README.md lists every decision with its date", () => {
  const decisions = filesIn("docs/decisions").filter((path) => /\/\d{4}-.*\.md$/.test(path));
  const expected = decisions.sort().map((path) => {
    const [, number, title, date] =
      /^# (\d+)\. (.+)\n\n_(\d{4}-\d\d-\d\d)(?:_|\. .*_)\n/.exec(read(path)) ?? [];
    return [number, date, `[${title}](${path.split("/").at(-1)})`];
  });
  expect(tableRows("docs/decisions/README.md")).toEqual(expected);
});

describe.each(pages)("%s", (page) => {
  const text = read(page);

  test("links to existing files", () => {
    const folder = page.split("/").slice(0, -1).join("/");
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, link]) =>
      join(folder, link!),
    );
    expect(links.filter((link) => !isThere(link))).toEqual([]);
  });

  test("names existing commands", () => {
    const scripts = Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts);
    const named = [...text.matchAll(/npm run ([a-z][a-z:-]*[a-z])/g)].map(([, name]) => name!);
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  test("does not cite the specification or its sections", () => {
    expect(text.match(/§\d|\b(spec|contract|ux) \d+(\.\d+)?\b|facts\.md|design decision/g)).toBeNull();
  });
});
