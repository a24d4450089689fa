import type { Ajv2020 } from "ajv/dist/2020.js";
import type { RunningServer } from "../server/runningServer";

/** The checked parts of a response. */
interface CheckedAnswer {
  status: number;
  headers: Headers;
  body: { statusCode: number };
}

/** A place in the document, as a JSON pointer to `components` of the checker's schema. */
type Place = readonly string[];

const refusal: Place = ["schemas", "Error"];

/** A JSON Schema, with the keywords that the tests read. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  contentMediaType?: string;
  [keyword: string]: unknown;
}

interface Content {
  [mediaType: string]: { schema: Schema };
}

export interface DescribedResponse {
  description: string;
  headers?: Record<string, { required: boolean; description: string }>;
  content: Content;
}

/** One call as the document describes it. */
export interface DescribedOperation {
  operationId: string;
  summary: string;
  description: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean; description: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, DescribedResponse>;
  "x-mandatory"?: string[];
}

export interface OpenApiDocument extends Record<string, unknown> {
  openapi: string;
  info: { title: string; version: string; description: string; contact: { email: string } };
  servers: { url: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: { bearer: object } };
}

/** One call that the document lists. */
export interface Operation {
  method: string;
  /** With `{name}` for a parameter of the path. */
  path: string;
  described: DescribedOperation;
}

/** The server's own OpenAPI document; checks responses against it. */
export class OpenApi {
  readonly operations: Operation[];

  constructor(
    readonly document: OpenApiDocument,
    private readonly ajv: Ajv2020,
  ) {
    ajv.addKeyword("components");
    // One schema for all responses, so that each component is compiled once.
    ajv.addSchema({ $id: "api", components: { ...document.components, paths: document.paths } });
    this.operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, described]) => ({
        method: method.toUpperCase(),
        path,
        described,
      })),
    );
  }

  /**
   * Returns the deviations from the document in the response to a call under `/api`, in words; empty if there
   * are none.
   */
  findDeviations(method: string, path: string, answer: CheckedAnswer): string[] {
    const pathname = path.split("?")[0]!.toLowerCase().replace(/\/$/, "");
    const methods = this.#findPath(pathname);
    const operation = methods.find((one) => one.method === method);
    if (!operation) return this.#findFaultsOfRefusal(methods.length > 0 ? 405 : 404, answer);
    const described = operation.described.responses[answer.status];
    if (!described) return [`the status ${answer.status} is not documented`];
    const { headers = {} } = described;
    const missing = Object.entries(headers)
      .filter(([name, header]) => header.required && !answer.headers.has(name))
      .map(([name]) => `the header ${name} is missing`);
    const response = ["paths", operation.path, method.toLowerCase(), "responses", String(answer.status)];
    const place = [...response, "content", "application/json", "schema"];
    return [...missing, ...this.#findFaultsOfBody(place, answer)];
  }

  /** Returns the operations of a path. An exact match takes precedence over paths with a parameter. */
  #findPath(pathname: string): Operation[] {
    const exact = this.operations.filter((one) => one.path.toLowerCase() === pathname);
    if (exact.length > 0) return exact;
    return this.operations.filter(
      (one) =>
        one.path.includes("{") &&
        new RegExp(`^${one.path.replace(/\{\w+\}/g, "[^/]+")}$`, "i").test(pathname),
    );
  }

  #findFaultsOfRefusal(status: number, answer: CheckedAnswer): string[] {
    if (answer.status !== status) return [`the status is ${answer.status} and not ${status}`];
    return this.#findFaultsOfBody(refusal, answer);
  }

  #findFaultsOfBody(place: Place, { status, headers, body }: CheckedAnswer): string[] {
    const type = headers.get("content-type");
    if (type !== "application/json; charset=utf-8") return [`the content type is ${type}`];
    const pointer = place.map((key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1")));
    const check = this.ajv.getSchema(`api#/components/${pointer.join("/")}`)!;
    void check(body);
    const faults = (check.errors ?? []).map(
      ({ instancePath, message, params }) => `body${instancePath} ${message} ${JSON.stringify(params)}`,
    );
    if (status !== 200 && body.statusCode !== status) faults.push(`statusCode is ${body.statusCode}`);
    return faults;
  }
}

export async function readOpenApi(server: RunningServer): Promise<OpenApi> {
  // Imported here, because most suites do not call REST paths.
  const { Ajv2020: Checker } = await import("ajv/dist/2020.js");
  const { default: addFormats } = await import("ajv-formats");
  // `openapi.test.ts` validates the schemas.
  const ajv = new Checker({ allErrors: true, validateSchema: false });
  addFormats(ajv);
  const response = await fetch(`${server.url}/api/openapi.json`);
  return new OpenApi((await response.json()) as OpenApiDocument, ajv);
}

let kept: Promise<OpenApi> | undefined;

/** Throws if a response deviates from the document. One document is enough, because all servers run the same build. */
export async function expectDocumented(
  server: RunningServer,
  method: string,
  path: string,
  answer: CheckedAnswer,
): Promise<void> {
  if (!/^\/api(\/|$)/i.test(path)) return;
  kept ??= readOpenApi(server);
  const faults = (await kept).findDeviations(method, path, answer);
  if (faults.length > 0)
    throw new Error(
      `${method} ${path} answered otherwise than the OpenAPI document says:\n${faults.slice(0, 10).join("\n")}\n` +
        JSON.stringify(answer.body).slice(0, 1000),
    );
}
