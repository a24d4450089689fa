import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { answerTasks } from "./modelWorker";

const posted: unknown[] = [];
const scope = {
  onmessage: async (_event: { data: unknown }): Promise<void> => undefined,
  postMessage: (response: unknown) => posted.push(response),
};
let warn: jest.SpiedFunction<typeof console.warn>;

beforeEach(() => {
  posted.length = 0;
  warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
  Object.assign(globalThis, { self: scope });
});
afterEach(() => {
  warn.mockRestore();
  Reflect.deleteProperty(globalThis, "self");
});

const error = new Error("out of memory");
const fail = () => Promise.reject(error);

test.each([
  ["a task", "the picture"],
  ["loading the model", undefined],
])("responds with undefined if %s fails, and logs the failure", async (_what, data) => {
  answerTasks(fail, fail);
  await scope.onmessage({ data });
  expect(posted).toEqual([undefined]);
  expect(warn.mock.calls).toEqual([["load or run a model:", error]]);
});

test("responds with the result of a task, and logs nothing", async () => {
  answerTasks(fail, async (task) => `${String(task)} was read`);
  await scope.onmessage({ data: "the page" });
  expect(posted).toEqual(["the page was read"]);
  expect(warn).not.toHaveBeenCalled();
});
