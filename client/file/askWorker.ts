import { logFailure } from "../lib/logFailure";

/** Ten times as long as a task takes on the slowest phones. */
const patienceMs = 20_000;

/**
 * Returns a worker's response to a task, or undefined if the worker failed, could not start or took too long. Each
 * task gets its own worker, so that its memory is freed. `action` describes the task in the log.
 */
export async function askWorker<Response>(
  start: () => Worker,
  task: unknown,
  action: string,
): Promise<Response | undefined> {
  let worker: Worker | undefined;
  try {
    worker = start();
    return await waitForResponse<Response>(worker, task);
  } catch (error) {
    logFailure(action, error);
    return undefined;
  } finally {
    worker?.terminate();
  }
}

function waitForResponse<Response>(worker: Worker, task: unknown): Promise<Response | undefined> {
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<Response | undefined>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error("The worker did not respond in time")), patienceMs);
    worker.onmessage = ({ data }: MessageEvent<Response | undefined>) => resolve(data);
    worker.onerror = reject;
    worker.postMessage(task);
  }).finally(() => clearTimeout(timer));
}
