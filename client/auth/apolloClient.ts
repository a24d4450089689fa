import { ApolloClient, InMemoryCache } from "@apollo/client";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { ApolloLink } from "@apollo/client/link";
import { SetContextLink } from "@apollo/client/link/context";
import { ErrorLink } from "@apollo/client/link/error";
import { freshReads } from "../apollo/freshReads";
import { uploadLink } from "../apollo/uploadLink";
import { basePath } from "../lib/basePath";
import { expireSession, getSession, onSessionEnd, onSessionResumed } from "./session";

const authorization = () => {
  const token = getSession()?.userToken;
  return token ? `Bearer ${token}` : undefined;
};

/** Adds the session's token, unless a request such as logout has its own authorization header. */
const authLink = new SetContextLink((context) => {
  const own = context["headers"] as Record<string, string> | undefined;
  const current = authorization();
  return { headers: { ...(current ? { authorization: current } : {}), ...own } };
});

const sessionLink = new ErrorLink(({ error, operation }) => {
  const { keepsSession, headers } = operation.getContext() as {
    keepsSession?: boolean;
    headers?: { authorization?: string };
  };
  if (keepsSession || !CombinedGraphQLErrors.is(error)) return;
  if (!error.errors.some(({ extensions }) => extensions?.["code"] === "UNAUTHENTICATED")) return;
  // A late response to a call that was sent before a login must not end the new session.
  if (headers?.authorization === authorization()) expireSession();
});

export const client = new ApolloClient({
  link: ApolloLink.from([freshReads(), sessionLink, authLink, uploadLink(`${basePath}/graphql`)]),
  cache: makeCache(),
});

onSessionEnd(() => {
  // Ignores the failures of requests in flight, because no component waits for them any more.
  client.clearStore().catch(() => undefined);
});

// Refetches the open page's queries, which may have failed without a session.
onSessionResumed(() => void client.refetchQueries({ include: "active" }).catch(() => undefined));

/** The id field of each type that has one (schema/*.graphql). */
const idFields: Record<string, string> = {
  VisaCountry: "visaCountryId",
  Visa: "visaId",
  VisaDocument: "visaDocumentId",
  VisaTerm: "visaTermsId",
  VisaFAQ: "visaFAQId",
  VisaRequest: "visaRequestId",
  VisaApplicant: "visaApplicantId",
  VisaApplicationDocument: "visaApplicationDocumentId",
  Correction: "correctionId",
  User: "userId",
  Partner: "partnerId",
  StaffCountry: "visaCountryId",
  StaffMember: "staffId",
  StaffQueueItem: "visaRequestId",
};

/** A cache normalised by id; objects selected without their id stay embedded in their parent. */
function makeCache(): InMemoryCache {
  return new InMemoryCache({
    dataIdFromObject: (object) => {
      if (object.__typename === "SiteInfo") return "SiteInfo";
      const id = object[idFields[object.__typename ?? ""] ?? ""];
      return typeof id === "string" ? `${object.__typename}:${id}` : undefined;
    },
    typePolicies: {
      // One entry per application, so that a refresh replaces the displayed case.
      Query: { fields: { staffVisaRequest: { keyArgs: ["visaRequestId"] } } },
      Visa: { fields: { priceSummary: { merge: true } } },
      StaffQueueCounts: { merge: true },
    },
  });
}
