/**
 * For `node --import`: resolves names to public addresses, and connects those to this computer. A connection to
 * another address, or one that resolves the name again, does not arrive.
 */
import { Resolver } from "node:dns/promises";

const publicAddress = "203.0.114.7";
let resolutions = 0;

Resolver.prototype.resolve6 = async () => [];
Resolver.prototype.resolve4 = async (name) => {
  if (name === "rebinding.example") return [(resolutions += 1) === 1 ? publicAddress : "127.0.0.1"];
  return name.endsWith(".example") ? [publicAddress] : [];
};

// Below the modules `net` and `tls`, which therefore work as they always do.
const { TCP } = process.binding("tcp_wrap");
const { connect } = TCP.prototype;
TCP.prototype.connect = function (request, address, port) {
  return connect.call(this, request, address === publicAddress ? "127.0.0.1" : address, port);
};
