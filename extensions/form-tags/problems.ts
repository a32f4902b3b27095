/** What could not be read, and where. */
export interface TagProblem {
  /** Offset in the source, in UTF-16 code units. */
  readonly position: number;
  /** The first line is 1. */
  readonly line: number;
  readonly message: string;
}

export interface ProblemList {
  readonly add: (position: number, message: string) => void;
  /** The same for what a form can't do without, such as a required field: the form is refused. */
  readonly refuse: (position: number, message: string) => void;
  readonly isRefused: () => boolean;
  readonly list: () => TagProblem[];
}

/** Collects problems in the order of the source. Only the first ones are kept, so that hostile sources stay cheap. */
export function createProblemList(source: string, limit = 100): ProblemList {
  const found: { position: number; message: string }[] = [];
  let refusals = 0;
  const add = (position: number, message: string) => {
    if (found.length < limit) found.push({ position, message });
  };
  return {
    add,
    refuse(position, message) {
      // The first refusal is named even where the list is full.
      if (refusals === 0 && found.length === limit) found.pop();
      refusals += 1;
      add(position, message);
    },
    isRefused: () => refusals > 0,
    list() {
      let line = 1;
      let counted = 0;
      return found
        .toSorted((a, b) => a.position - b.position)
        .map(({ position, message }) => {
          for (; counted < position; counted += 1) if (source[counted] === '\n') line += 1;
          return { position, line, message };
        });
    },
  };
}

/** Finds the next occurrence of a text, searching each part of the source once. Positions must not decrease. */
export function createFinder(source: string, text: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) found = source.indexOf(text, from);
    if (found === -1) found = Number.POSITIVE_INFINITY;
    return found;
  };
}
