import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';

/** The output of a command. With `--json` only `result` writes to standard output. */
export interface CliOutput {
  readonly json: boolean;
  /** Writes a line for people. With `--json` it writes nothing. */
  line(text: string): void;
  /** Writes a line for people to standard error, with and without `--json`. */
  warn(text: string): void;
  /** Writes rows for people, aligned in columns. With `--json` it writes nothing. */
  table(head: readonly string[], rows: readonly (readonly string[])[]): void;
  /** Writes the whole result of the command as JSON. Without `--json` it writes nothing. */
  result(data: unknown): void;
  /** Shows a progress bar for long work, unless standard error is no terminal. */
  progress(label: string, total: number | null): { advance(done: number): void; end(): void };
}

export interface TypedInput {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

export interface CommandInput extends TypedInput {
  /** The person or program that runs the command: a member of staff with `--as`, else the shop. */
  readonly actor: Actor;
  /** Asks for a secret, which must not be an argument, or reads it from standard input. */
  readonly readSecret: (question: string) => Promise<string>;
}

export interface CommandOption {
  readonly flags: string;
  readonly description: string;
  /** Whether the option may be given several times. Its values then become lines of one text. */
  readonly isRepeatable?: boolean;
}

export interface CommandDefinition {
  /** Words separated by spaces, such as `orders note`. */
  readonly name: string;
  /** One line of help. */
  readonly summary: string;
  /** Name of the permission that a member of staff needs. */
  readonly requires: string;
  /** In commander's syntax: `<number>`, `[file]`. */
  readonly arguments?: readonly { readonly name: string; readonly description: string }[];
  /** In commander's syntax: `--price <amount>`, `--dry-run`. Every command also has `--json` and `--as`. */
  readonly options?: readonly CommandOption[];
  /** Returns the exit code: 0 for success, 1 for a refusal with a reason, 2 for wrong usage. */
  readonly run: (shop: Shop, input: CommandInput, output: CliOutput) => Promise<number>;
}
