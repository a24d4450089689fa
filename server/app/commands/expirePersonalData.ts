/** `npm run retention`: removes all personal data that has reached its retention limit. */
import "reflect-metadata";
import { runOnExistingData } from "./runWithServices";

runOnExistingData("Usage: npm run retention", async ({ retention }) => {
  const { requests, files, leftovers } = await retention.expireAll();
  return `Removed the personal data of ${requests} applications, ${files} files and ${leftovers} leftovers.`;
});
