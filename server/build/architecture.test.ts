/**
 * Compares docs/architecture.md with the actual imports. The linter reports single violations at their line; these
 * tests check cycles, names, folder sizes and the diagrams.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { parseSync } from "oxc-parser";

const modules = "server/modules/";
const nouns = JSON.parse(readFileSync(`${modules}nouns.json`, "utf8")) as string[];

/** Suffixes that name the layer of a module's file. */
const layers = [
  "rules",
  "entity",
  "repository",
  "reads",
  "service",
  "logic",
  "resolvers",
  "routes",
  "rest",
  "view",
  "crypto",
  "pdf",
];
/** Folders whose name replaces the suffix of their files. */
const layerFolders = ["inspection"];
/** Maximum number of hand-written files per folder; larger folders are hard to navigate. */
const maxFiles = 22;

/** Returns the paths of all our files in these folders, relative to the repository root, with `/`. */
function listFiles(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).replaceAll("\\", "/"))
      // Excludes the bench's packages, which are installed separately.
      .filter((path) => !path.includes("/node_modules/")),
  );
}

const isCode = (file: string) => /\.(ts|tsx)$/.test(file);
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isGenerated = (file: string) => /\.generated\.tsx?$/.test(file);
/** Styles belong to their component and do not count separately. */
const isStyle = (file: string) => file.endsWith(".module.css");

/** Returns the specifiers of a file's static and dynamic imports and its re-exports. */
function readSpecifiers(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ];
}

/** Returns the imports between the files, including types. */
function readImports(files: readonly string[]): Map<string, string[]> {
  const known = new Set(files);
  const endings = ["", ".ts", ".tsx", "/index.ts"];
  return new Map(
    files.map((file) => {
      const imports = readSpecifiers(file).flatMap((specifier) => {
        if (!specifier.startsWith(".")) return [];
        const path = join(dirname(file), specifier).replaceAll("\\", "/");
        const ending = endings.find((one) => known.has(path + one));
        return ending === undefined ? [] : [path + ending];
      });
      return [file, imports];
    }),
  );
}

/** Returns the cycles of a graph as strongly connected components (Tarjan). */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (node: string) => {
    order.set(node, order.size);
    lowest.set(node, order.get(node)!);
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const circle = open.splice(open.indexOf(node));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}

/** Returns the innermost noun whose folder contains the file. */
function nounOf(file: string): string | undefined {
  return nouns.findLast((noun) => file.startsWith(`${modules}${noun}/`));
}

/** Returns the dependencies between groups of files, by name of the group. */
function readArrows(
  names: readonly string[],
  groupOf: (file: string) => string | undefined,
): Map<string, Set<string>> {
  const arrows = new Map(names.map((name) => [name, new Set<string>()]));
  for (const [file, targets] of imports) {
    const from = isTest(file) ? undefined : groupOf(file);
    if (!from) continue;
    for (const target of targets) {
      const to = groupOf(target);
      if (to && to !== from) arrows.get(from)!.add(to);
    }
  }
  return arrows;
}

/** Returns all direct and indirect dependencies of a noun. */
function reach(arrows: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const reached = new Set(arrows.get(from));
  for (const next of reached) for (const further of arrows.get(next) ?? []) reached.add(further);
  return reached;
}

/** Returns the dependencies that do not follow from others; the diagrams show only these. */
function withoutShortCuts(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...arrows].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reach(arrows, other).has(to)))
      .map((to) => `${from} --> ${to}`),
  );
}

const all = listFiles("server", "client");
const imports = readImports(all.filter(isCode));
/**
 * True if the file creates or calls the services of all parts of a noun, so that its imports are not dependencies of a
 * single part.
 */
const isWiring = (file: string) =>
  /^wire[A-Z]/.test(basename(file)) || file === `${modules}payment/payment.resolvers.ts`;
const arrows = readArrows(nouns, (file) => (isWiring(file) ? undefined : nounOf(file)));

/** Returns the arrows of the diagram in a section of docs/architecture.md, sorted. */
function readDrawing(section: string): string[] {
  const [, text = ""] = readFileSync("docs/architecture.md", "utf8").split(`\n## ${section}\n`);
  const drawing = /```mermaid\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
  const lines = drawing.split("\n").map((line) => line.trim());
  return lines.filter((line) => line.includes("-->")).sort();
}

test("docs/architecture.md shows how the server's folders depend on each other", () => {
  const folders = ["core", "platform", "modules", "app", "sandbox"];
  const folderOf = (file: string) => folders.find((folder) => file.startsWith(`server/${folder}/`));
  expect(readDrawing("The floors")).toEqual(withoutShortCuts(readArrows(folders, folderOf)).sort());
});

test("there are no import cycles, including imports of types", () => {
  expect(findCircles(imports)).toEqual([]);
});

describe("server/modules", () => {
  const files = all.filter((file) => file.startsWith(modules) && isCode(file));

  test("every file is in the folder of a noun", () => {
    const homeless = files.filter((file) => !nounOf(file) && !isGenerated(file) && !isWiring(file));
    expect(homeless).toEqual([`${modules}completeResolvers.ts`]);
  });

  test("every file name contains its layer", () => {
    const says = (file: string) => {
      const suffix = basename(file)
        .replace(/(\.test)?\.ts$/, "")
        .split(".")
        .at(1);
      const folder = basename(dirname(file));
      return (
        layers.includes(suffix ?? "") || layerFolders.includes(folder) || /^wire[A-Z]/.test(basename(file))
      );
    };
    expect(files.filter((file) => nounOf(file) && !says(file))).toEqual([]);
  });

  test("a noun imports only nouns that precede it in nouns.json", () => {
    const upwards = [...arrows].flatMap(([from, targets]) =>
      [...targets].filter((to) => nouns.indexOf(to) > nouns.indexOf(from)).map((to) => `${from} --> ${to}`),
    );
    expect(upwards).toEqual([]);
  });

  test("only the noun that declares a table writes to it", () => {
    const textOf = new Map(
      files.filter((file) => !isTest(file)).map((file) => [file, readFileSync(file, "utf8")]),
    );
    const top = (file: string) => nounOf(file)?.split("/")[0];
    const ownerOf = new Map<string, string | undefined>();
    for (const [file, text] of textOf)
      for (const [, table] of text.matchAll(/@Entity\("(\w+)"\)/g)) ownerOf.set(table!, top(file));
    const writing = /(?:INSERT INTO |UPDATE |DELETE FROM |insertRow\(\s*\w+,\s*|toInsert\(\s*)"?(\w+)/g;
    const foreign = [...textOf].flatMap(([file, text]) =>
      [...text.matchAll(writing)]
        .filter(([, table]) => ownerOf.has(table!) && ownerOf.get(table!) !== top(file))
        .map(([, table]) => `${file}: ${table}`),
    );
    expect(foreign).toEqual([]);
    expect(ownerOf.size).toBeGreaterThan(20);
  });

  test("docs/architecture.md shows the actual dependencies between nouns", () => {
    expect(readDrawing("The nouns")).toEqual(withoutShortCuts(arrows).sort());
  });
});

test("no folder has too many files", () => {
  const byFolder = new Map<string, number>();
  for (const file of all.filter((one) => !isGenerated(one) && !isTest(one) && !isStyle(one)))
    byFolder.set(dirname(file), (byFolder.get(dirname(file)) ?? 0) + 1);
  expect([...byFolder].filter(([, files]) => files > maxFiles)).toEqual([]);
});
