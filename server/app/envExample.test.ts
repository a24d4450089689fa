import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { settings } from "./config";

const names = Object.keys(settings.shape) as (keyof typeof settings.shape)[];
const lines = readFileSync(new URL("../../.env.example", import.meta.url), "utf8").split("\n");
/** The settings in file order; `about` is the line above. Like `config.ts`, treats an empty value as not set. */
const examples = lines.flatMap((line, index) => {
  const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
  return name ? [{ name, value: value || undefined, about: lines[index - 1] ?? "" }] : [];
});

test(".env.example contains every setting exactly once, and nothing else", () => {
  expect(examples.map(({ name }) => name).sort()).toEqual([...names].sort());
});

test(".env.example explains each setting in the line above it", () => {
  const untold = examples.filter(({ about }) => !/^# (?!---)\S.*\.$/.test(about));
  expect(untold.map(({ name }) => name)).toEqual([]);
});

test.each(names)(".env.example states the default of %s", (name) => {
  const value = examples.find((example) => example.name === name)?.value;
  expect(settings.shape[name].parse(value)).toEqual(settings.shape[name].parse(undefined));
  // Only an empty default may be omitted from the file.
  if (value === undefined) expect([undefined, "", []]).toContainEqual(settings.shape[name].parse(undefined));
});
