import type { RequestContext } from "../platform/graphql/context";
import type { Resolvers, ResolversParentTypes } from "./resolverTypes.generated";

/** The context of a resolver that names the services and loaders it depends on. */
export interface ResolverContext<Services = unknown, Loaders = unknown> extends RequestContext {
  services: Services;
  loaders: Loaders;
}

type TypeName = keyof Resolvers & keyof ResolversParentTypes;
type Fields<T extends TypeName, Context> = NonNullable<Resolvers<Context>[T]>;
/** Fields that the parent object has as properties of the same name. */
type Carried<T extends TypeName> = T extends "Query" | "Mutation" ? never : keyof ResolversParentTypes[T];

/** The resolvers of a type; required for fields that its parent object does not have. */
export type ResolversOf<T extends TypeName, Context = ResolverContext> = Required<
  Omit<Fields<T, Context>, Carried<T> | "__isTypeOf">
> &
  Partial<Fields<T, Context>>;

/** The resolvers that one module contributes. */
export type PartialResolvers<Context> = { [T in TypeName]?: Partial<ResolversOf<T, Context>> };

/** Types whose parent object differs from the schema type. */
type Mapped =
  | "ApplicantConsent"
  | "AccessEvent"
  | "Partner"
  | "PartnerUsed"
  | "Query"
  | "Mutation"
  | "StaffApplicant"
  | "StaffApproval"
  | "StaffCase"
  | "StaffNote"
  | "StaffPaper"
  | "StaffPayment"
  | "StaffQueueCounts"
  | "StaffQueueItem"
  | "StaffTrailEntry"
  | "StaffVerdict"
  | "StaffVisa"
  | "StaffCountry"
  | "User"
  | "Visa"
  | "VisaApplicant"
  | "VisaApplicationDocument"
  | "VisaCountry"
  | "VisaRequest"
  | "WebhookEndpoint";

/** All resolvers; a field without one is a type error. */
export type CompleteResolvers<Context> = { [T in Mapped]: ResolversOf<T, Context> } & Pick<
  Resolvers,
  "Date" | "DateTime" | "Upload"
>;
