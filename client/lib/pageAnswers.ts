/** Work deferred until the page is interactive; undefined afterwards. */
let waiting: (() => void)[] | undefined = [];

/** Runs non-essential work once the page is interactive. */
export function oncePageAnswers(work: () => void): void {
  if (waiting) waiting.push(work);
  else work();
}

/** Called when the page is interactive. The mark is for performance measurements. */
export function pageAnswers(): void {
  if (!waiting) return;
  performance.mark("page-answers");
  const works = waiting;
  waiting = undefined;
  for (const work of works) work();
}
