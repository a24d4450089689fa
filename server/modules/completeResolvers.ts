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

/** Types with fields that their parent object does not have. */
type Incomplete = { [T in TypeName]: object extends ResolversOf<T> ? never : T }[TypeName];

/** All resolvers; a field without one is a type error. */
export type CompleteResolvers<Context> = { [T in Incomplete]: ResolversOf<T, Context> } & Pick<
  Resolvers,
  "Date" | "DateTime" | "Upload"
>;
