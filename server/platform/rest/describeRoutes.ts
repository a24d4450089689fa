/** The OpenAPI 3.1 document of the REST paths, generated from their definitions. */
import { z } from "zod";
import { mayPerform, type Action } from "../../core/access.rules";
import type { World } from "../../core/ports";
import { errorResponse } from "./responses";
import { isCounted, type ErrorStatus, type RestRoute } from "./restRoute";

type Json = Record<string, unknown>;

/** Content types in which parameters can be sent. All are equivalent, except that only multipart can contain files. */
const bodyTypes = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"] as const;

const prose = (brand: string, { basePath, name }: World) => `
The REST API of ${brand}: thin routes over the same services as its GraphQL API at \`${basePath}/graphql\`.

**Log in** with \`POST /api/home/userotp\` and \`POST /api/home/verifyotp\`, and send the token as
\`Authorization: Bearer <token>\`.

**Partners** send a key in the same way: \`Authorization: Bearer vp_${name}_…\`. An invalid key gets 401, and a
path that the key does not allow gets 403, both with a \`code\`.

**Parameters** may be sent in the query, as JSON, as a form or as multipart, or in several of these. Names match in any
letter case. This document shows the usual place of each. A parameter that is sent twice with different values gets 400.
Undocumented parameters are ignored. Multipart bodies require a login.

**Paths** are case-insensitive and may end with a slash. A wrong method gets 405 with \`Allow\`, an unknown path 404.

**Responses** are JSON: \`{ statusCode, message?, data? }\`. The HTTP status equals \`statusCode\`, with one exception in
\`verifyotp\`. Every response other than HTTP 200 is an \`Error\`. Its \`errors\` list all violations to correct.

**Limits.** Responses to calls that change something state their limits in \`RateLimit-Policy\` and \`RateLimit\`
(draft-ietf-httpapi-ratelimit-headers-11). A call over a limit gets 429 with \`Retry-After\`.

**Money** is in whole rupees, except the \`amount\` of a payment order. **Dates** are YYYY-MM-DD, **times** ISO 8601 in
UTC, and **ids** UUIDs, accepted in any letter case.`;

/** Errors of every path, of paths that require a token, and of paths with a body. */
const sharedErrors = {
  always: {
    400: "A parameter is missing, wrong or sent twice with different values, or the body cannot be read.",
    401: "The partner's key is not valid: `KEY_UNKNOWN`, `KEY_ENDED`, `KEY_WRONG_WORLD`, `KEY_NETWORK`.",
    403: "The partner's key does not allow this: `SCOPE_MISSING`, `NOT_FOR_KEYS`.",
    429: "The caller sends too many requests.",
    500: "Something went wrong on our side. The message has a reference for support.",
  },
  withToken: { 401: "The token or key is missing or not valid." },
  withBody: {
    401: "A multipart body requires a login, or the partner's key is not valid.",
    408: "The body did not arrive in time.",
    413: "The body or a file in it is too large.",
    415: "The content type of the body or a file is not accepted.",
    503: "Too many uploads are in progress.",
  },
} as const satisfies Record<string, Partial<Record<ErrorStatus, string>>>;

/** Returns the document as JSON. `site` identifies the operator of the API. */
export function describeRoutes(
  routes: readonly RestRoute[],
  { brand, supportEmail, world }: { brand: string; supportEmail: string; world: World },
): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route, path, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${brand} REST API`,
      version: "1.0.0",
      description: prose(brand, world).trim(),
      contact: { email: supportEmail },
    },
    servers: [{ url: world.basePath || "/", description: "The server that serves this document." }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "The `token` of `POST /api/home/verifyotp`." },
      },
    },
  };
}

function describeRoute(route: RestRoute, path: string, schemas: Json): Json {
  const { method, place, action, operationId, summary, description, response, takesKey, takesRaw } = route;
  const input = toJsonSchema(z.object(route.parameters), "input", schemas);
  const fields = Object.entries((input["properties"] ?? {}) as Record<string, Json>);
  const mandatory = (input["required"] ?? []) as string[];
  const takesBody = method !== "GET";
  const parameters = fields
    .filter(([name]) => place === "query" || path.includes(`{${name}}`))
    .map(([name, { description: text, ...schema }]) => ({
      name,
      in: path.includes(`{${name}}`) ? "path" : "query",
      // Not required in the query of a request with a body, because the parameter may be in the body instead.
      required: mandatory.includes(name) && !takesBody,
      description: takesBody && mandatory.includes(name) ? `Required. ${String(text)}` : text,
      schema,
    }));
  return {
    operationId,
    tags: [path.split("/")[2]],
    summary,
    description,
    security: isOpen(action) ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters,
      ...(takesKey ? [idempotencyKey] : []),
      ...Object.entries(takesRaw?.headers ?? {}).map(([name, header]) =>
        describeHeader(name, header, schemas),
      ),
    ],
    ...(takesBody && { requestBody: takesRaw ? describeRaw(takesRaw) : describeBody(route, input) }),
    ...(takesBody && place === "query" && { "x-mandatory": mandatory }),
    responses: {
      200: {
        description: "Success.",
        ...(isCounted(route) && { headers: limitHeaders }),
        content: { "application/json": { schema: toJsonSchema(response, "output", schemas) } },
      },
      ...describeErrorResponses(route, schemas),
    },
  };
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Any text. Repeating a key with the same values returns the same response and changes nothing.",
  schema: { type: "string", maxLength: 64 },
};

const limitHeaders = {
  "RateLimit-Policy": {
    description: 'The limits by name: `q` calls in `w` seconds, such as `"write";q=120;w=60`.',
    required: false,
    schema: { type: "string" },
  },
  RateLimit: {
    description: 'The calls left and the seconds until they are restored, such as `"write";r=119;t=60`.',
    required: false,
    schema: { type: "string" },
  },
};

function describeHeader(name: string, header: z.ZodType, schemas: Json): Json {
  const { description, ...schema } = toJsonSchema(header, "input", schemas);
  return { name, in: "header", required: false, description, schema };
}

function describeRaw({ description }: NonNullable<RestRoute["takesRaw"]>): Json {
  return { description, required: true, content: { "application/json": { schema: { type: "object" } } } };
}

function describeBody({ place, action, parameters }: RestRoute, { required, ...schema }: Json): Json {
  const isUsual = place === "body";
  const hasFiles = Object.values(parameters).some((parameter) => parameter instanceof z.ZodFile);
  const types = bodyTypes.filter((type) => (type === "multipart/form-data" ? !isOpen(action) : !hasFiles));
  const described = { ...schema, ...(isUsual && { required }) };
  return {
    description: isUsual ? "The parameters." : "The parameters that are not in the query.",
    required: isUsual,
    content: Object.fromEntries(types.map((type) => [type, { schema: described }])),
  };
}

function isOpen(action: Action): boolean {
  return mayPerform("visitor", action);
}

function describeErrorResponses({ method, action, errorResponses }: RestRoute, schemas: Json): Json {
  const all: Partial<Record<ErrorStatus, string>> = {
    ...sharedErrors.always,
    ...(method !== "GET" && sharedErrors.withBody),
    ...(!isOpen(action) && sharedErrors.withToken),
    ...errorResponses,
  };
  const schema = toJsonSchema(errorResponse, "output", schemas);
  return Object.fromEntries(
    Object.entries(all).map(([status, description]) => [
      status,
      {
        description,
        ...(status === "503" && { headers: { "Retry-After": retryAfter(false) } }),
        ...(status === "429" && { headers: { "Retry-After": retryAfter(true), ...limitHeaders } }),
        content: { "application/json": { schema } },
      },
    ]),
  );
}

function retryAfter(required: boolean): Json {
  return {
    description: "Seconds to wait before the next attempt.",
    required,
    schema: { type: "integer", minimum: 1 },
  };
}

/** Returns the schema as JSON Schema 2020-12; named schemas are added to `schemas`. */
function toJsonSchema(schema: z.ZodType, io: "input" | "output", schemas: Json): Json {
  const made = z.toJSONSchema(z.object({ it: schema }), {
    io,
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  const { properties, $defs = {} } = JSON.parse(
    JSON.stringify(made).replaceAll("#/$defs/", "#/components/schemas/"),
  ) as { properties: { it: Json }; $defs?: Json };
  Object.assign(schemas, $defs);
  return properties.it;
}

/** Removes keywords that are redundant: a pattern next to a format, and the bounds of safe integers. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format && schema.format !== "binary") delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.format !== "binary") return;
  // Replaces `format: binary`, which OpenAPI 3.1 no longer has.
  delete schema.format;
  delete schema.contentEncoding;
  schema.contentMediaType = "application/octet-stream";
}
