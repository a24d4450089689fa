import { ApolloProvider } from "@apollo/client/react";
import type { ReactNode } from "react";
import { client } from "./apolloClient";

/** Apollo Client around what uses the hooks of `operations.graphql`. Loaded by `loadWithApollo` alone. */
export function WithApollo({ children }: { children: ReactNode }) {
  return <ApolloProvider client={client}>{children}</ApolloProvider>;
}
