/** Asks until the answer is yes, for 30 s at most; the error says what was waited for. */
export async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + 30_000;
  while (!(await isSo())) {
    if (Date.now() > until) throw new Error(`Waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
