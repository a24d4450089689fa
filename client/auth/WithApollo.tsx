import { ApolloProvider } from "@apollo/client/react";
import type { ReactNode } from "react";
import { client } from "./apolloClient";

/** Provides Apollo Client. Loaded only by `loadWithApollo`. */
export function WithApollo({ children }: { children: ReactNode }) {
  return <ApolloProvider client={client}>{children}</ApolloProvider>;
}
