/**
 * A step of `npm run test:cluster`: ensures that this machine has HAProxy, libfaketime, and OpenStack Swift as the
 * store of files. Does not start them.
 */
import { existsSync } from "node:fs";
import { installPackages } from "../../kit/installPackages.mjs";

const packages = {
  haproxy: "/usr/sbin/haproxy",
  memcached: "/usr/bin/memcached",
  "swift-account": "/usr/bin/swift-account-server",
  "swift-container": "/usr/bin/swift-container-server",
  "swift-object": "/usr/bin/swift-object-server",
  "swift-proxy": "/usr/bin/swift-proxy-server",
  libfaketime: "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
};
const findMissing = () => Object.keys(packages).filter((name) => !existsSync(packages[name]));

if (findMissing().length > 0) installPackages("the programs of a cluster", findMissing());
const missing = findMissing();
if (missing.length > 0) {
  console.error(`The cluster needs these packages of Debian 12 or later: ${missing.join(" ")}`);
  process.exit(1);
}
