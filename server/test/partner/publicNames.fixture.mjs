/**
 * For `node --import`: resolves host names to a public IP address, and redirects connections to that address to this
 * computer.
 */
import { Resolver } from "node:dns/promises";

const publicAddress = "203.0.114.7";
let resolutions = 0;

Resolver.prototype.resolve6 = async () => [];
Resolver.prototype.resolve4 = async (name) => {
  if (name === "rebinding.example") return [(resolutions += 1) === 1 ? publicAddress : "127.0.0.1"];
  return name.endsWith(".example") ? [publicAddress] : [];
};

// Patched below the modules `net` and `tls`, so that these work unchanged.
const { TCP } = process.binding("tcp_wrap");
const { connect } = TCP.prototype;
TCP.prototype.connect = function (request, address, port) {
  return connect.call(this, request, address === publicAddress ? "127.0.0.1" : address, port);
};
