/** What can wait until the page answers by itself; undefined once it does. */
let waiting: (() => void)[] | undefined = [];

/** Does what most visits never look at, once all that the page itself needs has come. */
export function oncePageAnswers(work: () => void): void {
  if (waiting) waiting.push(work);
  else work();
}

/** The page answers from now on. The mark is for those who measure it. */
export function pageAnswers(): void {
  if (!waiting) return;
  performance.mark("page-answers");
  const works = waiting;
  waiting = undefined;
  for (const work of works) work();
}
