/** Something about a row of the file. A warning left the row in; an error kept it out. */
export interface ImportMessage {
  readonly level: 'error' | 'warning';
  /** Line of the file where the row begins, from 1; the head is line 1. */
  readonly line: number;
  /** Head of the column as the file writes it; empty for the whole row. */
  readonly column: string;
  /** Permanent; docs/errors.md explains it. */
  readonly code: ImportCode;
  readonly message: string;
}

export type ImportCode =
  | 'UNREADABLE'
  | 'UNKNOWN_COLUMN'
  | 'UNKNOWN_TYPE'
  | 'BAD_VALUE'
  | 'TWICE_IN_FILE'
  | 'NO_IDENTITY'
  | 'UNKNOWN_PARENT'
  | 'UNKNOWN_PRODUCT'
  | 'UNKNOWN_IMAGE'
  | 'REFUSED';

export interface ImportReport {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Rows that were kept out, each with an error. */
  readonly skipped: number;
  readonly errors: readonly ImportMessage[];
}

export type Outcome = 'created' | 'updated' | 'unchanged' | 'skipped';

/** Messages beyond this many are counted, not kept. */
const mostMessages = 10_000;

export interface ReportKeeper {
  say(message: ImportMessage): void;
  /** A later pass may change what a row came to; a created one stays created. */
  settle(line: number, outcome: Outcome): void;
  isSkipped(line: number): boolean;
  report(): ImportReport;
}

export function createReport(): ReportKeeper {
  const outcomes = new Map<number, Outcome>();
  const errors: ImportMessage[] = [];
  const count = (outcome: Outcome) => outcomes.values().reduce((sum, one) => sum + (one === outcome ? 1 : 0), 0);
  return {
    say(message) {
      if (errors.length < mostMessages) errors.push(message);
      if (message.level === 'error') outcomes.set(message.line, 'skipped');
    },
    settle(line, outcome) {
      const known = outcomes.get(line);
      if (known === undefined || (known === 'unchanged' && outcome === 'updated')) outcomes.set(line, outcome);
    },
    isSkipped: (line) => outcomes.get(line) === 'skipped',
    report: () => ({
      created: count('created'),
      updated: count('updated'),
      unchanged: count('unchanged'),
      skipped: count('skipped'),
      errors: errors.toSorted((first, second) => first.line - second.line),
    }),
  };
}
