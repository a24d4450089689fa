import { makeExecutableSchema } from "@graphql-tools/schema";
import type { GraphQLSchema } from "graphql";
import { resolvers } from "./resolvers";
import { readSdl, withoutStaff } from "../../platform/graphql/sdl";

export interface Schemas {
  /** All that there is. */
  whole: GraphQLSchema;
  /** Without what is for staff alone: what introspection shows to whoever is not staff. */
  open: GraphQLSchema;
}

export function makeSchemas(folder: string): Schemas {
  const sdl = readSdl(folder);
  return {
    whole: makeExecutableSchema({ typeDefs: sdl, resolvers }),
    open: makeExecutableSchema({
      typeDefs: withoutStaff(sdl),
      resolvers,
      // Those of staff have no place in it.
      resolverValidationOptions: { requireResolversToMatchSchema: "ignore" },
    }),
  };
}
