/** `npm run retention`: removes all personal data that has reached its retention limit. */
import "reflect-metadata";
import { runOnExistingData } from "./runWithServices";

runOnExistingData("Usage: npm run retention", async ({ retention }) => {
  const total = { requests: 0, files: 0, leftovers: 0 };
  for (let isMore = true; isMore;) {
    const run = await retention.expire();
    total.requests += run.requests;
    total.files += run.files;
    total.leftovers += run.leftovers;
    // Leaves a request that changed meanwhile for the next run, so that the loop ends.
    isMore = run.isMore && run.requests + run.leftovers > 0;
  }
  return `Removed the personal data of ${total.requests} applications, ${total.files} files and ${total.leftovers} leftovers.`;
});
