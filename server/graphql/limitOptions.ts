import { limits } from "./limits.rules";
import { limitsPlugin } from "./limitsPlugin";
import { shapeRule } from "./shapeRule";

/** What holds every operation to the limits, whatever the schema is: options of Apollo Server. */
export function limitOptions() {
  return {
    parseOptions: { maxTokens: limits.tokens },
    validationRules: [shapeRule],
    plugins: [limitsPlugin()],
  };
}
