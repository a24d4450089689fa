import { ApolloClient } from "@apollo/client";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { ApolloLink } from "@apollo/client/link";
import { SetContextLink } from "@apollo/client/link/context";
import { ErrorLink } from "@apollo/client/link/error";
import { makeCache } from "../apollo/cache";
import { uploadLink } from "../apollo/uploadLink";
import { expireSession, getSession, onSessionEnd, onSessionResumed } from "./session";

/** A call that brings its own header (logging out) keeps it. */
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

/** The one Apollo Client of the app. */
export const client = new ApolloClient({
  link: ApolloLink.from([sessionLink, authLink, uploadLink("/graphql")]),
  cache: makeCache(),
});

onSessionEnd(() => {
  // What is on its way for the one who left fails, which nobody waits for.
  client.clearStore().catch(() => undefined);
});

// What the open page was refused without a session is asked for again with the new one.
onSessionResumed(() => void client.refetchQueries({ include: "active" }).catch(() => undefined));
