interface Pending {
  /** Promises that the form waits for before it is sent, such as uploads. */
  readonly work: Set<Promise<unknown>>;
  /** Settles with the answer to the request that was sent last. */
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

/** Makes the form wait for this work before it is sent, since the work adds to its values. */
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

/**
 * Waits for the last answer. The answer replaces the content of the form, so anything that is added before it would
 * be lost.
 */
export const awaitAnswer = (form: HTMLFormElement): Promise<unknown> => findPending(form).answer;
