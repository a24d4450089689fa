import { expect, test } from "@jest/globals";
import { delayExcess } from "./delayExcess";

test("calls within the limit pass immediately, and further calls wait", async () => {
  const pass = delayExcess({ points: 3, seconds: 1, delayMs: 300 });
  const at = Date.now();
  const waits = await Promise.all(Array.from({ length: 5 }, async () => pass().then(() => Date.now() - at)));
  for (const wait of waits.slice(0, 3)) expect(wait).toBeLessThan(200);
  for (const wait of waits.slice(3)) expect(wait).toBeGreaterThanOrEqual(295);
});
