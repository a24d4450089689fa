/** Tries a check of the page until it holds, for 30 s at most, as a person waits for it; then its own error. */
export async function soon(check: () => Promise<void>): Promise<void> {
  const until = Date.now() + 30_000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
