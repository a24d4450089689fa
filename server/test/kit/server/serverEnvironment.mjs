/**
 * The environment of suites that call a server: closes the connections of `fetch` after each suite. Otherwise a
 * response whose body was never read would keep its connection open, and the worker could not exit.
 */
import { TestEnvironment } from "jest-environment-node";

/** The key under which Node's own `fetch` finds its connection pool (undici, lib/global.js). */
const pool = Symbol.for("undici.globalDispatcher.1");

export default class ServerEnvironment extends TestEnvironment {
  async teardown() {
    const connections = globalThis[pool];
    if (connections) {
      globalThis[pool] = new connections.constructor();
      await connections.destroy();
    }
    await super.teardown();
  }
}
