import type { Resolvers, ResolversParentTypes } from "./resolverTypes.generated";

type TypeName = keyof Resolvers & keyof ResolversParentTypes;
type Fields<T extends TypeName> = NonNullable<Resolvers[T]>;
/** Fields that the parent object has as properties of the same name. */
type Carried<T extends TypeName> = T extends "Query" | "Mutation" ? never : keyof ResolversParentTypes[T];

/** The resolvers of a type; required for fields that its parent object does not have. */
export type ResolversOf<T extends TypeName> = Required<Omit<Fields<T>, Carried<T> | "__isTypeOf">> &
  Partial<Fields<T>>;

/** Types whose parent object differs from the schema type. */
type Mapped =
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
  | "VisaRequest";

/** All resolvers; a field without one is a type error. */
export type CompleteResolvers = { [T in Mapped]: ResolversOf<T> } & Pick<
  Resolvers,
  "Date" | "DateTime" | "Upload"
>;
