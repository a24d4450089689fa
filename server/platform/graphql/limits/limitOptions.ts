import type { BaseContext } from "@apollo/server";
import { limits } from "./limits.rules";
import { limitsPlugin, type CountWrites } from "./limitsPlugin";
import { shapeRule } from "./shapeRule";

/** What holds every operation to the limits, whatever the schema is: options of Apollo Server. */
export function limitOptions<Context extends BaseContext>(countWrites?: CountWrites<Context>) {
  return {
    parseOptions: { maxTokens: limits.tokens },
    validationRules: [shapeRule],
    plugins: [limitsPlugin(countWrites)],
  };
}
