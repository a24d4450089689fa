/**
 * Compiles with `@swc/jest` so that each module looks up the globals in `fixedGlobals` only once. Suites run in a
 * context of `node:vm`, in which each use of a global is a call that V8 cannot optimise: without this, reading a
 * picture takes three times the CPU time.
 */
import swc from "@swc/jest";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Globals that no test replaces, unlike `Date`, timers, and `fetch`. */
const fixedGlobals = [
  ...["Array", "Boolean", "Buffer", "DataView", "Infinity", "JSON", "Map", "Math", "NaN", "Number", "Object"],
  ...["Set", "String", "Float32Array", "Float64Array", "Int16Array", "Int32Array", "Uint8Array"],
  ...["Uint8ClampedArray", "Uint16Array", "Uint32Array"],
];
const prefix = `const {${fixedGlobals.join()}} = globalThis;`;
const ownCode = readFileSync(new URL(import.meta.url));

export default {
  createTransformer(options) {
    const transformer = swc.createTransformer(options);
    // Adds the prefix to the first line, so that line numbers of the source map stay correct.
    const prepend = ({ code, map }) => ({ code: prefix + code, map });
    return {
      ...transformer,
      process: (...given) => prepend(transformer.process(...given)),
      processAsync: async (...given) => prepend(await transformer.processAsync(...given)),
      getCacheKey: (...given) =>
        createHash("sha1")
          .update(ownCode)
          .update(transformer.getCacheKey(...given))
          .digest("hex"),
    };
  },
};
