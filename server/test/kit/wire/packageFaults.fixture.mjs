/**
 * A server with graphql-upload-minimal's own `processRequest`, as in its README, and one request to it. Run
 * by packageFaults.test.ts as `node packageFaults.fixture.mjs <use> <limit>`, with the body on stdin. Prints
 * one line of JSON, unless it crashes or hangs, which the test expects.
 */
import http from "node:http";
import net from "node:net";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { processRequest } from "graphql-upload-minimal";

const [use, limit] = process.argv.slice(2);
const body = await buffer(process.stdin);

async function readByPipeline(file) {
  const collected = new PassThrough({ highWaterMark: 10_000_000 });
  await pipeline(file.createReadStream(), collected);
  return buffer(collected);
}

async function readByIteration(file) {
  return buffer(file.createReadStream());
}

let startReading;
const reading = new Promise((resolve) => (startReading = resolve));

const server = http.createServer(async (request, response) => {
  try {
    const { variables } = await processRequest(request, response, { maxFileSize: Number(limit) });
    const uploads = use === "reversed" ? variables.files.toReversed() : variables.files;
    // The last file arrives with the second piece, which is sent when reading starts.
    if (use === "reversed") startReading();
    const sizes = [];
    for (const upload of uploads) {
      const file = await upload.promise;
      const bytes = use === "pipeline" ? readByPipeline(file) : readByIteration(file);
      startReading();
      sizes.push((await bytes).length);
    }
    response.end(JSON.stringify({ sizes }));
  } catch (error) {
    response.writeHead(error.status ?? 500).end(JSON.stringify({ error: error.message }));
  }
});

server.listen(0, "127.0.0.1", () => {
  const client = net.connect(server.address().port, "127.0.0.1");
  client.write(
    "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n" +
      `Content-Type: multipart/form-data; boundary=${process.env.BOUNDARY}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  // Sends two pieces, like a network, so that the resolver is reading when the limit is reached.
  client.write(body.subarray(0, 40_000));
  void reading.then(() => client.write(body.subarray(40_000)));
  let answer = "";
  client.on("data", (chunk) => (answer += chunk));
  client.on("end", () => {
    const [head, text] = answer.split("\r\n\r\n");
    const json = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
    console.log(JSON.stringify({ status: Number(head.split(" ")[1]), ...JSON.parse(json) }));
    // Waits, so that a pending crash can happen first.
    setTimeout(() => process.exit(0), 200);
  });
});
