/** A message about a row. A row with an error is skipped; one with a warning is not. */
export interface RowMessage<Code extends string = string> {
  readonly level: 'error' | 'warning';
  /** Line of the file where the row begins, from 1; the head is line 1. */
  readonly line: number;
  /** Head of the column as the file writes it; empty for a message about the whole row. */
  readonly column: string;
  /** Permanent code that docs/errors.md explains. */
  readonly code: Code;
  readonly message: string;
}

export interface RowReport<Code extends string = string> {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Number of rows with an error. */
  readonly skipped: number;
  /** Messages in the order of lines. */
  readonly messages: readonly RowMessage<Code>[];
  /** Number of messages beyond the first 10,000, which are not kept. */
  readonly untold: number;
}

export type RowOutcome = 'created' | 'updated' | 'unchanged' | 'skipped';

const maxMessages = 10_000;

export interface ReportBuilder<Code extends string> {
  addMessage(message: RowMessage<Code>): void;
  /** Sets a row's outcome. A later pass can only change `unchanged` to `updated`. */
  setOutcome(line: number, outcome: RowOutcome): void;
  isSkipped(line: number): boolean;
  /** Returns a copy of the current state, for work that may be retried from here. */
  copy(): ReportBuilder<Code>;
  report(): RowReport<Code>;
}

export function createReportBuilder<Code extends string>(): ReportBuilder<Code> {
  return createBuilder<Code>({ outcomes: new Map(), messages: [], untold: 0 });
}

interface ReportState<Code extends string> {
  readonly outcomes: Map<number, RowOutcome>;
  readonly messages: RowMessage<Code>[];
  readonly untold: number;
}

function createBuilder<Code extends string>({ outcomes, messages, ...state }: ReportState<Code>): ReportBuilder<Code> {
  let { untold } = state;
  const count = (outcome: RowOutcome) => outcomes.values().reduce((sum, each) => sum + (each === outcome ? 1 : 0), 0);
  return {
    addMessage(message) {
      if (messages.length < maxMessages) messages.push(message);
      else untold += 1;
      if (message.level === 'error') outcomes.set(message.line, 'skipped');
    },
    setOutcome(line, outcome) {
      const known = outcomes.get(line);
      if (known === undefined || (known === 'unchanged' && outcome === 'updated')) outcomes.set(line, outcome);
    },
    copy: () => createBuilder({ outcomes: new Map(outcomes), messages: [...messages], untold }),
    isSkipped: (line) => outcomes.get(line) === 'skipped',
    report: () => ({
      created: count('created'),
      updated: count('updated'),
      unchanged: count('unchanged'),
      skipped: count('skipped'),
      messages: messages.toSorted((first, second) => first.line - second.line),
      untold,
    }),
  };
}
