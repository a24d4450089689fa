import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { makeExecutableSchema } from "@graphql-tools/schema";
import type { GraphQLSchema } from "graphql";
import { resolvers } from "./resolvers";

export interface Schemas {
  /** All that there is. */
  whole: GraphQLSchema;
  /** Without what is in `staff*.graphql`: what introspection shows to whoever is not staff. */
  open: GraphQLSchema;
}

export function makeSchemas(folder: string): Schemas {
  const names = readdirSync(folder).filter((name) => name.endsWith(".graphql"));
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const open = names.filter((name) => !name.startsWith("staff"));
  return {
    whole: makeExecutableSchema({ typeDefs: names.map(read), resolvers }),
    open: makeExecutableSchema({
      typeDefs: open.map(read),
      resolvers,
      // Those of staff have no place in it.
      resolverValidationOptions: { requireResolversToMatchSchema: "ignore" },
    }),
  };
}
