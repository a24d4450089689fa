import { makeExecutableSchema } from "@graphql-tools/schema";
import type { GraphQLSchema } from "graphql";
import type { World } from "../../core/ports";
import { resolvers as allResolvers } from "./resolvers";
import { scalars } from "../../platform/graphql/scalars";
import { readSdl, withoutStaff } from "../../platform/graphql/sdl";

export interface Schemas {
  whole: GraphQLSchema;
  /** Without the parts for staff; introspection shows it to everyone else. */
  open: GraphQLSchema;
}

/** A scalar's functions only: otherwise graphql-tools would replace the SDL's description and URL as well. */
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
  // The build has validated the SDL; a second time would take a tenth of the startup time.
  const given = { resolvers, assumeValidSDL: true, updateResolversInPlace: true };
  return {
    whole: makeExecutableSchema({
      ...given,
      typeDefs: sdl,
      // The test world's resolvers have no fields in that of the live one.
      resolverValidationOptions: { requireResolversToMatchSchema: world === "test" ? "error" : "ignore" },
    }),
    open: makeExecutableSchema({
      ...given,
      typeDefs: withoutStaff(sdl),
      // Staff resolvers have no fields in it.
      resolverValidationOptions: { requireResolversToMatchSchema: "ignore" },
    }),
  };
}
