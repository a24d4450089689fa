/** An S3-compatible server with one bucket: `bucketServer.mjs <port> <folder> <bucket>`. Ends with its parent. */
import S3rver from "s3rver";
import "../server/endWithParent.mjs";

const [port, directory, name] = process.argv.slice(2);
const address = "127.0.0.1";
await new S3rver({
  ...{ address, port: Number(port), silent: true, directory },
  configureBuckets: [{ name }],
}).run();
process.send("ready");
