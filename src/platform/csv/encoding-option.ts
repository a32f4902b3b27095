import type { CliOutput, CommandOption } from '#platform/cli/command.ts';
import { type Encoding, encodings } from './encoding.ts';

/** The option of commands that read a file, for encodings that are not recognised. */
export const encodingOption: CommandOption = {
  flags: '--encoding <name>',
  description: `one of: ${encodings.join(', ')}; default: recognised`,
};

/** @returns undefined when the option was not given; null, with a warning, for an unknown name */
export function readEncodingOption(value: unknown, output: CliOutput): Encoding | undefined | null {
  if (value === undefined) return undefined;
  const encoding = encodings.find((name) => name === value);
  if (encoding) return encoding;
  output.warn(`--encoding: expected one of: ${encodings.join(', ')}`);
  return null;
}
