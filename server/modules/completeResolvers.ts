import type { Resolvers, ResolversParentTypes } from "./resolverTypes.generated";

type TypeName = keyof Resolvers & keyof ResolversParentTypes;
type Fields<T extends TypeName> = NonNullable<Resolvers[T]>;
/** Fields that the parent object carries itself, under their own names. */
type Carried<T extends TypeName> = T extends "Query" | "Mutation" ? never : keyof ResolversParentTypes[T];

/** The resolvers of a type: those of the fields that its parent object does not carry must be there. */
export type ResolversOf<T extends TypeName> = Required<Omit<Fields<T>, Carried<T> | "__isTypeOf">> &
  Partial<Fields<T>>;

/** Types whose parent object is not simply what the schema says. */
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

/** All resolvers: a field that nobody resolves does not compile. */
export type CompleteResolvers = { [T in Mapped]: ResolversOf<T> } & Pick<
  Resolvers,
  "Date" | "DateTime" | "Upload"
>;
