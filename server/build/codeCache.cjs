/**
 * Loads the bundle's files with the compiled code that the build kept beside them (keepCode.mjs); compiling is a third of
 * a start otherwise. V8 refuses what another version or other flags compiled: then, and where nothing was kept, the
 * source is compiled. On Node 22 `module.enableCompileCache` does the same; Node 20 has none.
 */
const { readFileSync } = require("node:fs");
const { createRequire, wrap } = require("node:module");
const { dirname, join, sep } = require("node:path");
const { Script } = require("node:vm");

const bundle = join(__dirname, "bundle") + sep;
const loadPlainly = require.extensions[".js"];

/** By the paths of their files. */
const scripts = new Map();

require.extensions[".js"] = (module, filename) => {
  // Maps back to our own files are for what Node itself has loaded.
  if (!filename.startsWith(bundle) || process.sourceMapsEnabled) return loadPlainly(module, filename);
  const script = new Script(wrap(readFileSync(filename, "utf8")), {
    filename,
    // The wrapper stands before the first line; places in stack traces are those of the file.
    columnOffset: -wrap("").indexOf("\n"),
    cachedData: readIfThere(`${filename}.code`),
  });
  scripts.set(filename, script);
  const { exports } = module;
  script
    .runInThisContext()
    .call(exports, exports, createRequire(filename), module, filename, dirname(filename));
};

function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

module.exports = { scripts };
