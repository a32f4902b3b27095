/** Something about a row of a file. A warning left the row in; an error kept it out. */
export interface RowMessage<Code extends string = string> {
  readonly level: 'error' | 'warning';
  /** Line of the file where the row begins, from 1; the head is line 1. */
  readonly line: number;
  /** Head of the column as the file writes it; empty for the whole row. */
  readonly column: string;
  /** Permanent; docs/errors.md explains it. */
  readonly code: Code;
  readonly message: string;
}

export interface RowReport<Code extends string = string> {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Rows that were kept out, each with an error. */
  readonly skipped: number;
  /** By line. */
  readonly messages: readonly RowMessage<Code>[];
  /** Messages beyond the first 10,000. */
  readonly untold: number;
}

export type RowOutcome = 'created' | 'updated' | 'unchanged' | 'skipped';

const mostMessages = 10_000;

export interface ReportBuilder<Code extends string> {
  say(message: RowMessage<Code>): void;
  /** A later pass may change what a row came to; a created one stays created. */
  settle(line: number, outcome: RowOutcome): void;
  isSkipped(line: number): boolean;
  /** One that begins with what was said so far: for work that may be tried again from there. */
  copy(): ReportBuilder<Code>;
  report(): RowReport<Code>;
}

export function createReport<Code extends string>(): ReportBuilder<Code> {
  return keeper<Code>({ outcomes: new Map(), messages: [], untold: 0 });
}

interface Said<Code extends string> {
  readonly outcomes: Map<number, RowOutcome>;
  readonly messages: RowMessage<Code>[];
  readonly untold: number;
}

function keeper<Code extends string>({ outcomes, messages, ...said }: Said<Code>): ReportBuilder<Code> {
  let { untold } = said;
  const count = (outcome: RowOutcome) => outcomes.values().reduce((sum, one) => sum + (one === outcome ? 1 : 0), 0);
  return {
    say(message) {
      if (messages.length < mostMessages) messages.push(message);
      else untold += 1;
      if (message.level === 'error') outcomes.set(message.line, 'skipped');
    },
    settle(line, outcome) {
      const known = outcomes.get(line);
      if (known === undefined || (known === 'unchanged' && outcome === 'updated')) outcomes.set(line, outcome);
    },
    copy: () => keeper({ outcomes: new Map(outcomes), messages: [...messages], untold }),
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
