/** Requests that are answered before their handler runs. */
import { connect } from "node:net";
import { once } from "node:events";
import { expect, test } from "@jest/globals";
import { RunningServer } from "../kit/server/runningServer";

const server = RunningServer.shared();

test("a URL of more than 2,048 characters is refused, except for REST", async () => {
  const long = "a=&".repeat(700);
  expect((await fetch(`${server.url}/visas?${long}`)).status).toBe(414);
  expect((await fetch(`${server.url}/${"a/".repeat(1_500)}`)).status).toBe(414);
  expect((await fetch(`${server.url}/api/country/getall?${long}`)).status).not.toBe(414);
});

test("an unknown path is answered without waiting for the body", async () => {
  const { port } = new URL(server.url);
  for (const path of ["/nowhere", "/api/nowhere"]) {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 90000\r\n\r\n{`,
    );
    const [head] = (await once(socket, "data")) as [Buffer];
    expect(head.toString("latin1")).toMatch(/^HTTP\/1\.1 404 /);
    socket.destroy();
  }
});
