import { makeExecutableSchema } from "@graphql-tools/schema";
import type { GraphQLSchema } from "graphql";
import type { World } from "../../core/ports";
import { resolvers as allResolvers } from "./resolvers";
import { scalars } from "../../platform/graphql/scalars";
import { readSdl, withoutStaff } from "../../platform/graphql/sdl";

export interface Schemas {
  whole: GraphQLSchema;
  /** The schema without the parts for staff, for the introspection of other callers. */
  open: GraphQLSchema;
}

/**
 * The resolvers of all modules, and the functions of the scalars. With whole scalars, graphql-tools would also replace
 * the SDL's descriptions and URLs.
 */
const resolvers = {
  ...allResolvers,
  ...Object.fromEntries(
    Object.entries(scalars).map(([name, { serialize, parseValue, parseLiteral }]) => [
      name,
      { serialize, parseValue, parseLiteral },
    ]),
  ),
};

export function makeSchemas(folder: string, world: World["name"] = "live"): Schemas {
  const sdl = readSdl(folder, world);
  // The build has validated the SDL. A second validation would take a tenth of the startup time.
  const given = { resolvers, assumeValidSDL: true, updateResolversInPlace: true };
  return {
    whole: makeExecutableSchema({
      ...given,
      typeDefs: sdl,
      // The live schema lacks the fields of the test world's resolvers.
      resolverValidationOptions: { requireResolversToMatchSchema: world === "test" ? "error" : "ignore" },
    }),
    open: makeExecutableSchema({
      ...given,
      typeDefs: withoutStaff(sdl),
      // This schema lacks the fields of the staff resolvers.
      resolverValidationOptions: { requireResolversToMatchSchema: "ignore" },
    }),
  };
}
