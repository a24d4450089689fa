import type { HttpRequest } from "../workloads";

export function toBytes(
  { method, path, headers, body }: Omit<HttpRequest, "body"> & { body?: string | Buffer },
  port: number,
): Buffer {
  const content = typeof body === "string" ? Buffer.from(body) : (body ?? Buffer.alloc(0));
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`content-length: ${content.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), content]);
}
