import { ApolloClient } from "@apollo/client";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { ApolloLink } from "@apollo/client/link";
import { SetContextLink } from "@apollo/client/link/context";
import { ErrorLink } from "@apollo/client/link/error";
import { makeCache } from "../apollo/cache";
import { uploadLink } from "../apollo/uploadLink";
import { expireSession, getSession, onSessionEnd, onSessionResumed } from "./session";

/** A request with its own authorization header (logout) retains it. */
const authLink = new SetContextLink((context) => {
  const token = getSession()?.userToken;
  const own = context["headers"] as Record<string, string> | undefined;
  return { headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...own } };
});

const sessionLink = new ErrorLink(({ error, operation }) => {
  if (operation.getContext()["keepsSession"] || !CombinedGraphQLErrors.is(error)) return;
  if (!error.errors.some(({ extensions }) => extensions?.["code"] === "UNAUTHENTICATED")) return;
  expireSession();
});

/** The app's only Apollo Client. */
export const client = new ApolloClient({
  link: ApolloLink.from([sessionLink, authLink, uploadLink("/graphql")]),
  cache: makeCache(),
});

onSessionEnd(() => {
  // Requests in flight for the previous user fail, and nothing waits for them.
  client.clearStore().catch(() => undefined);
});

// Refetches queries of the open page that failed without a session.
onSessionResumed(() => void client.refetchQueries({ include: "active" }).catch(() => undefined));
