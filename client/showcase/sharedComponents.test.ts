/**
 * Checks that each shared component has an example. A component is shared if it is in `client/components`; or if it
 * takes all its data from props, is imported from outside its folder, and is in `client/layout` or used by at least two
 * page folders.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { parseSync } from "oxc-parser";

/** Shared components without an example, each with the reason. */
const exceptions = [
  "Calendar", // focuses itself; CalendarButton opens it
  "ToastPlace", // renders nothing
  "ToastProvider", // surrounds the page; the example of Toast shows its messages
];

const endings = ["", ".ts", ".tsx"];
/** True for modules that query the server or read the session. */
const isData = (path: string) =>
  /\.generated$|^@apollo\/client\/react|publicData\/|auth\/(session|LoginProvider)(\.tsx?)?$/.test(path);

const files = readdirSync("client", { recursive: true, encoding: "utf8" })
  .map((name) => `client/${name.replaceAll("\\", "/")}`)
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.generated\.|^client\/(e2e|showcase)\//.test(file));
const known = new Set(files);
const texts = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));

interface Import {
  path: string;
  names: string[];
}

/** Returns a file's imports, except types. A dynamic import counts as an import of the default export. */
function readImports(file: string): Import[] {
  const text = texts.get(file)!;
  const { staticImports, dynamicImports } = parseSync(file, text).module;
  const resolve = (specifier: string) => {
    if (!specifier.startsWith(".")) return specifier;
    const path = join(dirname(file), specifier).replaceAll("\\", "/");
    return endings.map((ending) => path + ending).find((one) => known.has(one)) ?? path;
  };
  return [
    ...staticImports.flatMap(({ moduleRequest, entries }) => {
      const values = entries.filter(({ isType }) => !isType);
      if (values.length === 0) return [];
      return {
        path: resolve(moduleRequest.value),
        names: values.map((entry) => entry.importName.name ?? "default"),
      };
    }),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      path: resolve(text.slice(start + 1, end - 1)),
      names: ["default"],
    })),
  ];
}

const imports = new Map(files.map((file) => [file, readImports(file)]));

/** Returns the modules that a file imports, directly or through others. */
function reach(file: string): Set<string> {
  const reached = new Set<string>([file]);
  for (const next of reached) for (const { path } of imports.get(next) ?? []) reached.add(path);
  return reached;
}

const pages = files.filter((file) => /^client\/pages\/.*Page\.tsx$/.test(file));
const reachOfPages = pages.map((page) => ({ folder: page.split("/")[2], reached: reach(page) }));

function isShared(file: string, exportName: string): boolean {
  if (file.startsWith("client/components/")) return true;
  const isUsedOutside = files.some(
    (user) =>
      dirname(user) !== dirname(file) &&
      imports.get(user)!.some(({ path, names }) => path === file && names.includes(exportName)),
  );
  const folders = new Set(
    reachOfPages.filter(({ reached }) => reached.has(file)).map(({ folder }) => folder),
  );
  const isOfSeveral = folders.size > 1 || file.startsWith("client/layout/");
  return isUsedOutside && isOfSeveral && ![...reach(file)].some(isData);
}

function findSharedComponents(): string[] {
  const candidates = files.filter((file) => /^client\/(?!pages\/)\w+\/.*\.tsx$/.test(file));
  return candidates.flatMap((file) =>
    [...texts.get(file)!.matchAll(/^export (default )?(?:function|class) ([A-Z]\w*)/gm)]
      .filter(([, isDefault, name]) => isShared(file, isDefault ? "default" : name!))
      .map(([, , name]) => name!),
  );
}

/** Returns the names of the examples whose file renders the component. */
function findExamples(): string[] {
  const folder = "client/showcase/groups";
  const groups = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  return groups.flatMap((text) =>
    [...text.matchAll(/^ {2}(?:example|small)\(\s*"(\w+)"/gm)]
      .map(([, name]) => name!)
      .filter((name) => new RegExp(`<${name}\\b`).test(text)),
  );
}

test("every shared component has an example", () => {
  const shared = findSharedComponents();
  expect(shared.length).toBeGreaterThan(40);
  const examples = new Set([...findExamples(), ...exceptions]);
  expect(shared.filter((name) => !examples.has(name))).toEqual([]);
});
