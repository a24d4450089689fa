import { makeExecutableSchema } from "@graphql-tools/schema";
import type { GraphQLSchema } from "graphql";
import { resolvers as allResolvers } from "./resolvers";
import { scalars } from "../../platform/graphql/scalars";
import { readSdl, withoutStaff } from "../../platform/graphql/sdl";

export interface Schemas {
  /** The complete schema. */
  whole: GraphQLSchema;
  /** Without the parts for staff; introspection shows it to everyone else. */
  open: GraphQLSchema;
}

/** Of scalars, only the functions: graphql-tools would replace the description and the URL of the SDL too. */
const resolvers = {
  ...allResolvers,
  ...Object.fromEntries(
    Object.entries(scalars).map(([name, { serialize, parseValue, parseLiteral }]) => [
      name,
      { serialize, parseValue, parseLiteral },
    ]),
  ),
};

export function makeSchemas(folder: string): Schemas {
  const sdl = readSdl(folder);
  return {
    whole: makeExecutableSchema({ typeDefs: sdl, resolvers }),
    open: makeExecutableSchema({
      typeDefs: withoutStaff(sdl),
      resolvers,
      // Staff resolvers have no fields in it.
      resolverValidationOptions: { requireResolversToMatchSchema: "ignore" },
    }),
  };
}
