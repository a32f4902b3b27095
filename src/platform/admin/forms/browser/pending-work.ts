/** What is under way for a form. */
interface Pending {
  /** What belongs to the form and has not ended, such as uploads. */
  readonly work: Set<Promise<unknown>>;
  /** Of the request that was sent last. */
  answer: Promise<unknown>;
}

const pendingOf = new WeakMap<HTMLFormElement, Pending>();

function findPending(form: HTMLFormElement): Pending {
  const known = pendingOf.get(form);
  if (known) return known;
  const pending: Pending = { work: new Set(), answer: Promise.resolve() };
  pendingOf.set(form, pending);
  return pending;
}

/** Has the form sent after this work, which adds to its values. */
export function addWork(form: HTMLFormElement, work: Promise<unknown>): void {
  const { work: all } = findPending(form);
  all.add(work);
  const remove = () => all.delete(work);
  work.then(remove, remove);
}

export async function awaitWork(form: HTMLFormElement): Promise<void> {
  const { work } = findPending(form);
  while (work.size > 0) await Promise.allSettled(work);
}

export function trackAnswer(form: HTMLFormElement, answer: Promise<unknown>): void {
  findPending(form).answer = answer;
}

/** An answer replaces what is in the form: what is added before it would be lost. */
export const awaitAnswer = (form: HTMLFormElement): Promise<unknown> => findPending(form).answer;
