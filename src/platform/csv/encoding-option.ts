import type { CliOutput, CommandOption } from '#platform/cli/command.ts';
import { type Encoding, encodings } from './encoding.ts';

/** The option of commands that read a file, for what is not recognised. */
export const encodingOption: CommandOption = {
  flags: '--encoding <name>',
  description: `one of: ${encodings.join(', ')}; default: recognised`,
};

/** @returns undefined when nothing was said; null, with a warning, for a name that is not known */
export function readEncodingOption(value: unknown, output: CliOutput): Encoding | undefined | null {
  if (value === undefined) return undefined;
  const encoding = encodings.find((name) => name === value);
  if (encoding) return encoding;
  output.warn(`--encoding: expected one of: ${encodings.join(', ')}`);
  return null;
}
