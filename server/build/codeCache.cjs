/**
 * Loads the bundle's files with the compiled code that the build stored next to them (keepCode.mjs); compiling would
 * take a third of the startup time. If the cache is missing, or V8 rejects it because of another version or flags, the
 * source is compiled. Node 22's `module.enableCompileCache` does the same, but Node 20 lacks it.
 */
const { readFileSync } = require("node:fs");
const { createRequire, wrap } = require("node:module");
const { dirname, join, sep } = require("node:path");
const { Script } = require("node:vm");

const bundle = join(__dirname, "bundle") + sep;
const loadPlainly = require.extensions[".js"];

/** The compiled scripts by file path. */
const scripts = new Map();

require.extensions[".js"] = (module, filename) => {
  // Node maps stack traces to sources only for files that it has loaded itself.
  if (!filename.startsWith(bundle) || process.sourceMapsEnabled) return loadPlainly(module, filename);
  const script = new Script(wrap(readFileSync(filename, "utf8")), {
    filename,
    // Excludes the wrapper, so that stack traces have the positions in the file.
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
