import type { CliOutput } from '#platform/cli/command.ts';

/** The argument of commands about one list. */
export const listArgument = { name: '<id>', description: 'id of the list' };

/** @returns 0 for anything but an id */
export const readListId = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);

/** Says that there is no such list. @returns the exit code */
export function failWithoutList(output: CliOutput, id: string): number {
  output.warn(`There is no wishlist ${id}.`);
  output.result({ ok: false, code: 'LIST_NOT_FOUND' });
  return 1;
}
