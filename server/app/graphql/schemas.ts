import { makeExecutableSchema } from "@graphql-tools/schema";
import type { GraphQLSchema } from "graphql";
import { resolvers } from "./resolvers";
import { readSdl, withoutStaff } from "../../platform/graphql/sdl";

export interface Schemas {
  /** The complete schema. */
  whole: GraphQLSchema;
  /** Without the parts for staff; introspection shows it to everyone else. */
  open: GraphQLSchema;
}

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
