import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';

/** A command's output. With `--json` only `result` writes to standard output. */
export interface CliOutput {
  readonly json: boolean;
  /** A line for people: nothing with `--json`. */
  line(text: string): void;
  /** A line for people on standard error, whatever the format. */
  warn(text: string): void;
  /** Rows for people, aligned in columns: nothing with `--json`. */
  table(head: readonly string[], rows: readonly (readonly string[])[]): void;
  /** The command's whole answer as data: printed as JSON with `--json`, else nothing. */
  result(data: unknown): void;
  /** A bar for long work; silent when standard error is no terminal. */
  progress(label: string, total: number | null): { advance(done: number): void; end(): void };
}

export interface TypedInput {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

export interface CommandInput extends TypedInput {
  /** Who runs the command: somebody of the staff with `--as`, else the shop. */
  readonly actor: Actor;
  /** Asks for what must not be an argument, or reads it from standard input. */
  readonly readSecret: (question: string) => Promise<string>;
}

/** An option in commander's syntax. */
export interface CommandOption {
  readonly flags: string;
  readonly description: string;
  /** Given several times, its values are lines of one text. */
  readonly isRepeatable?: boolean;
}

/** One command of `shop`; its words make a path: `orders note`. */
export interface CommandDefinition {
  /** Its words: `orders note`. */
  readonly name: string;
  /** One line of help. */
  readonly summary: string;
  /** Name of the permission that somebody of the staff must have. */
  readonly requires: string;
  /** In commander's syntax: `<number>`, `[file]`. */
  readonly arguments?: readonly { readonly name: string; readonly description: string }[];
  /** In commander's syntax: `--price <amount>`, `--dry-run`. Every command has `--json` and `--as`. */
  readonly options?: readonly CommandOption[];
  /** Returns the exit code: 0 done, 1 refused with a reason, 2 wrong usage. */
  readonly run: (shop: Shop, input: CommandInput, output: CliOutput) => Promise<number>;
}
