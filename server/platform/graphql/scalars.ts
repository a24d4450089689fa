import { GraphQLScalarType, Kind } from "graphql";
import { GraphQLUpload } from "graphql-upload-minimal";
import { DomainError } from "../../core/errors";
import { isDay } from "../../core/day.rules";

function parseDay(value: unknown): string {
  if (typeof value === "string" && isDay(value)) return value;
  throw new DomainError("BAD_USER_INPUT", "A Date is a day that exists, as YYYY-MM-DD");
}

const timeFormat = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Returns the time in the format of stored times, which can be compared as text. */
function parseTime(value: unknown): string {
  // Checks the day, because `Date` would read 30 February as 2 March.
  const isTime = typeof value === "string" && timeFormat.test(value) && isDay(value.slice(0, 10));
  const time = isTime ? new Date(value) : undefined;
  if (time && !Number.isNaN(time.getTime())) return time.toISOString();
  throw new DomainError("BAD_USER_INPUT", "A DateTime has a time zone, like 2026-11-20T09:30:00Z");
}

export const scalars = {
  Date: new GraphQLScalarType<string, string>({
    name: "Date",
    serialize: parseDay,
    parseValue: parseDay,
    parseLiteral: (node) => parseDay(node.kind === Kind.STRING ? node.value : undefined),
  }),
  DateTime: new GraphQLScalarType<string, string>({
    name: "DateTime",
    serialize: (value) => new Date(String(value)).toISOString(),
    parseValue: parseTime,
    parseLiteral: (node) => parseTime(node.kind === Kind.STRING ? node.value : undefined),
  }),
  Upload: GraphQLUpload,
};
