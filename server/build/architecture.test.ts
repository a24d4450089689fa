/**
 * The house as docs/architecture.md draws it, held to the imports as they are. The linter says it first, at the line;
 * here the whole is looked at: circles, names, sizes of folders, and the drawing itself.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { parseSync } from "oxc-parser";

const modules = "server/modules/";
const nouns = JSON.parse(readFileSync(`${modules}nouns.json`, "utf8")) as string[];

/** What the suffix of a file of a module says. */
const layers = [
  "rules",
  "entity",
  "repository",
  "service",
  "resolvers",
  "routes",
  "rest",
  "view",
  "links",
  "sealing",
  "pdf",
];
/** Folders of a module that say it in place of a suffix. */
const layerFolders = ["inspection", "testing"];
/** Files that somebody writes in one folder; above it rooms are easier to find one's way in. */
const mostFiles = 22;

/** All files of ours below the folders; paths from the root, with `/`. */
function listFiles(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).replaceAll("\\", "/"))
      // The bench may have packages of its own installed.
      .filter((path) => !path.includes("/node_modules/")),
  );
}

const isCode = (file: string) => /\.(ts|tsx)$/.test(file);
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isGenerated = (file: string) => /\.generated\.tsx?$/.test(file);
/** Lies beside its component and counts as one with it. */
const isStyle = (file: string) => file.endsWith(".module.css");

/** The names of what a file imports and exports on, statically or when it is wanted. */
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

/** What each file imports of the others, types too. */
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

/** The circles of a graph, each as the nodes that lead to one another (Tarjan). */
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

/** The noun in whose room a file is, the innermost one. */
function nounOf(file: string): string | undefined {
  return nouns.findLast((noun) => file.startsWith(`${modules}${noun}/`));
}

/** The arrows among the nouns, as `from --> to`. */
function readArrows(imports: ReadonlyMap<string, readonly string[]>): Map<string, Set<string>> {
  const arrows = new Map(nouns.map((noun) => [noun, new Set<string>()]));
  for (const [file, targets] of imports) {
    const from = nounOf(file);
    if (!from) continue;
    for (const target of targets) {
      const to = nounOf(target);
      if (to && to !== from) arrows.get(from)!.add(to);
    }
  }
  return arrows;
}

/** All that a noun stands on, directly or through others. */
function reach(arrows: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const reached = new Set(arrows.get(from));
  for (const next of reached) for (const further of arrows.get(next) ?? []) reached.add(further);
  return reached;
}

/** Those arrows that do not follow from others: what the drawing shows. */
function withoutShortCuts(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...arrows].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reach(arrows, other).has(to)))
      .map((to) => `${from} --> ${to}`),
  );
}

const all = listFiles("server", "client");
const imports = readImports(all.filter(isCode));
const arrows = readArrows(new Map([...imports].filter(([file]) => !isTest(file))));

test("no file leads back to itself, types counted", () => {
  expect(findCircles(imports)).toEqual([]);
});

describe("server/modules", () => {
  const files = all.filter((file) => file.startsWith(modules) && isCode(file));

  test("every file is in the room of a noun", () => {
    const homeless = files.filter((file) => !nounOf(file) && !isGenerated(file));
    expect(homeless).toEqual([`${modules}completeResolvers.ts`]);
  });

  test("every file says its layer", () => {
    const says = (file: string) => {
      const suffix = basename(file)
        .replace(/(\.test)?\.ts$/, "")
        .split(".")
        .at(1);
      const folder = basename(dirname(file));
      return layers.includes(suffix ?? "") || layerFolders.includes(folder);
    };
    expect(files.filter((file) => nounOf(file) && !says(file))).toEqual([]);
  });

  test("every noun names only those before it", () => {
    const upwards = [...arrows].flatMap(([from, targets]) =>
      [...targets].filter((to) => nouns.indexOf(to) > nouns.indexOf(from)).map((to) => `${from} --> ${to}`),
    );
    expect(upwards).toEqual([]);
  });

  test("docs/architecture.md draws the nouns and their arrows as they are", () => {
    const drawing = /```mermaid\n([\s\S]*?)```/.exec(readFileSync("docs/architecture.md", "utf8"))?.[1] ?? "";
    const drawn = drawing.split("\n").map((line) => line.trim());
    expect(drawn.filter((line) => line.includes("-->")).sort()).toEqual(withoutShortCuts(arrows).sort());
  });
});

test("no folder has more files than one can take in at a glance", () => {
  const byFolder = new Map<string, number>();
  for (const file of all.filter((one) => !isGenerated(one) && !isTest(one) && !isStyle(one)))
    byFolder.set(dirname(file), (byFolder.get(dirname(file)) ?? 0) + 1);
  expect([...byFolder].filter(([, files]) => files > mostFiles)).toEqual([]);
});
