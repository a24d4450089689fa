import { GraphQLScalarType, Kind } from "graphql";
import { GraphQLUpload } from "graphql-upload-minimal";
import { DomainError } from "../../core/errors";
import { isDay } from "../../core/day.rules";

function parseDay(value: unknown): string {
  if (typeof value === "string" && isDay(value)) return value;
  throw new DomainError("BAD_USER_INPUT", "A Date is a day that exists, as YYYY-MM-DD");
}

export const scalars = {
  Date: new GraphQLScalarType<string, string>({
    name: "Date",
    serialize: parseDay,
    parseValue: parseDay,
    parseLiteral: (node) => parseDay(node.kind === Kind.STRING ? node.value : undefined),
  }),
  /** Output only. */
  DateTime: new GraphQLScalarType<string, string>({
    name: "DateTime",
    serialize: (value) => new Date(String(value)).toISOString(),
  }),
  Upload: GraphQLUpload,
};
