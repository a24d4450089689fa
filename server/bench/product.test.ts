import { expect, test } from "@jest/globals";
import { readConfig } from "../app/config";
import { productServer } from "./product";

test("the bench's settings are valid and run the product in production", () => {
  const config = readConfig(productServer("/nowhere", 4321).env);
  expect(config).toMatchObject({ production: true, port: 4321, logLevel: "warn", host: "127.0.0.1" });
});
