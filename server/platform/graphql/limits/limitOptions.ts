import type { BaseContext } from "@apollo/server";
import { limits } from "./limits.rules";
import { limitsPlugin, type AdmitOperation } from "./limitsPlugin";
import { shapeRule } from "./shapeRule";

/** Options of Apollo Server that apply the limits to every operation, for any schema. */
export function limitOptions<Context extends BaseContext>(admit?: AdmitOperation<Context>) {
  return {
    parseOptions: { maxTokens: limits.tokens },
    validationRules: [shapeRule],
    plugins: [limitsPlugin(admit)],
  };
}
