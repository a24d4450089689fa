/**
 * Loaded by `node --require` before the server. Prints each statement that a GraphQL operation sends to PostgreSQL,
 * and a line when the operation ends. Statements of background jobs are not printed.
 */
const { AsyncLocalStorage } = require("node:async_hooks");
const http = require("node:http");
const pg = require("pg");

const requests = new AsyncLocalStorage();
let count = 0;

const emit = http.Server.prototype.emit;
http.Server.prototype.emit = function (...event) {
  const [name, request, response] = event;
  if (name !== "request" || request.url !== "/graphql") return Reflect.apply(emit, this, event);
  const number = ++count;
  response.once("finish", () => console.log(`operation ${number} ended`));
  return requests.run(number, () => Reflect.apply(emit, this, event));
};

const query = pg.Client.prototype.query;
pg.Client.prototype.query = function (...given) {
  const [statement] = given;
  const number = requests.getStore();
  const text = typeof statement === "string" ? statement : statement.text;
  if (number) console.log(`operation ${number} sends ${text.replace(/\s+/g, " ").trim()}`);
  return Reflect.apply(query, this, given);
};
