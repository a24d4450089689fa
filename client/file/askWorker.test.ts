import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { askWorker } from "./askWorker";

class FakeWorker {
  onmessage?: (event: { data: unknown }) => void;
  onerror?: () => void;
  isTerminated = false;
  task: unknown;

  postMessage(task: unknown): void {
    this.task = task;
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

let worker: FakeWorker;
let warn: jest.SpiedFunction<typeof console.warn>;
const ask = () => askWorker<string>(() => worker as unknown as Worker, "task", "ask");

beforeEach(() => {
  worker = new FakeWorker();
  warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  warn.mockRestore();
});

test("a worker that responds is terminated, and its timer is cleared", async () => {
  const response = ask();
  worker.onmessage!({ data: "done" });
  expect(await response).toBe("done");
  expect([worker.task, worker.isTerminated, jest.getTimerCount()]).toEqual(["task", true, 0]);
});

test("a worker that never responds is terminated after 20 seconds, and the failure is logged", async () => {
  const response = ask();
  jest.advanceTimersByTime(20_000);
  expect(await response).toBeUndefined();
  expect(worker.isTerminated).toBe(true);
  expect(warn).toHaveBeenCalledWith("ask:", expect.any(Error));
});

test("returns undefined if the worker is killed or cannot start", async () => {
  const response = ask();
  worker.onerror!();
  expect(await response).toBeUndefined();
  expect(worker.isTerminated).toBe(true);
  expect(warn).toHaveBeenCalledTimes(1);
  const refuse = () => {
    throw new RangeError("out of memory");
  };
  expect(await askWorker(refuse, "task", "ask")).toBeUndefined();
});
