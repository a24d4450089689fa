import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createFilter } from "vite";

interface JestProject {
  displayName: string;
  /** Globs that may begin with `<rootDir>`. */
  testMatch: string[];
  /** Regular expressions that may begin with `<rootDir>`. */
  testPathIgnorePatterns?: string[];
}

/** Returns the names of the projects in jest.config.js that run a test file. */
export async function findProjects(root: string, file: string): Promise<string[]> {
  const config = (await import(pathToFileURL(resolve(root, "jest.config.js")).href)) as {
    default: { projects: JestProject[] };
  };
  const inRoot = (pattern: string) => pattern.replace("<rootDir>", root.replaceAll("\\", "/"));
  return config.default.projects
    .filter(({ testMatch, testPathIgnorePatterns = [] }) =>
      createFilter(
        testMatch.map(inRoot),
        testPathIgnorePatterns.map((pattern) => new RegExp(inRoot(pattern))),
      )(resolve(root, file)),
    )
    .map(({ displayName }) => displayName);
}
