import { toForm } from "../stories/applicants";
import { type PassportFiles } from "../personas/applicantFiles";
import { callRest, type RestAnswer } from "./callApi";
import { signWebhook } from "../stories/paying";
import type { Operation } from "./openApi";
import { rightCalls, type Params, type RightCall, type Scene } from "./rightCalls";

/** All ways to send parameters. */
const ways = ["query", "JSON", "urlencoded", "multipart"] as const;
type Way = (typeof ways)[number] | "signed";

interface CallOptions {
  way?: Way;
  params?: Params;
  /** Appended to the query unchanged. */
  query?: string;
  files?: Partial<PassportFiles>;
  token?: string | null;
  path?: (path: string) => string;
}

export class RouteCaller {
  readonly #scene: Scene;
  readonly #operation: Operation;
  readonly right: RightCall;

  constructor(scene: Scene, operation: Operation) {
    this.#scene = scene;
    this.#operation = operation;
    this.right = rightCalls[`${operation.method} ${operation.path}`]!;
  }

  get takesBody(): boolean {
    return this.#operation.described.requestBody !== undefined;
  }

  get isOpen(): boolean {
    return this.#operation.described.security.length === 0;
  }

  /** The names of the parameters that are not files, by place. */
  get names(): { inPath: string[]; elsewhere: string[] } {
    const { parameters, requestBody } = this.#operation.described;
    const [body] = Object.values(requestBody?.content ?? {});
    const fields = Object.entries(body?.schema.properties ?? {})
      .filter(([, schema]) => !(schema.items ?? schema).contentMediaType)
      .map(([name]) => name);
    const listed = (place: string): string[] =>
      parameters.filter((one) => one.in === place).map((one) => one.name);
    return { inPath: listed("path"), elsewhere: [...new Set([...listed("query"), ...fields])] };
  }

  /** The names of the mandatory parameters, except those of the path. */
  get mandatory(): string[] {
    const { described } = this.#operation;
    const [body] = Object.values(described.requestBody?.content ?? {});
    const listed = described.parameters.filter((one) => one.in === "query" && one.required);
    return described["x-mandatory"] ?? body?.schema.required ?? listed.map((one) => one.name);
  }

  /** All ways to send parameters to this route. */
  get ways(): Way[] {
    if (this.right.isSigned) return ["signed"];
    if (this.right.withFiles) return ["multipart"];
    if (!this.takesBody) return ["query"];
    return this.isOpen ? ["query", "JSON", "urlencoded"] : [...ways];
  }

  /** Creates new valid parameters. */
  async makeParams(): Promise<Params> {
    return this.right.params(this.#scene);
  }

  /** Sends a valid call, with the changes in the options. */
  async call(options: CallOptions = {}): Promise<RestAnswer> {
    const { server, traveller } = this.#scene;
    const { way = this.ways[0], files = this.#scene.files, token = traveller.token } = options;
    const params = { ...(options.params ?? (await this.makeParams())) };
    const path = this.#operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
      const value = params[name]!;
      delete params[name];
      return encodeURIComponent(value);
    });
    const fields = new URLSearchParams(params).toString();
    const query = [way === "query" ? fields : "", options.query ?? ""].filter(Boolean).join("&");
    const url = `${options.path ? options.path(path) : path}${query && "?"}${query}`;
    const { method } = this.#operation;
    const common = { token: token ?? undefined };
    if (way === "signed") {
      const text = JSON.stringify({ event: "account.updated" });
      const headers = { "content-type": "application/json", ...(await signWebhook(server, text)) };
      return callRest(server, method, url, { ...common, text, headers });
    }
    if (way === "JSON") return callRest(server, method, url, { ...common, json: params });
    if (way === "multipart") {
      const form = toForm(params, this.right.withFiles ? (files as PassportFiles) : {});
      return callRest(server, method, url, { ...common, form });
    }
    if (way === "query") return callRest(server, method, url, common);
    return this.sendText(fields, "application/x-www-form-urlencoded", url);
  }

  /** Sends a body unchanged. */
  sendText(text: string, type: string, url = this.#operation.path): Promise<RestAnswer> {
    const { server, traveller } = this.#scene;
    const headers = { "content-type": type };
    return callRest(server, this.#operation.method, url, { token: traveller.token, text, headers });
  }
}
