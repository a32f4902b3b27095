import { accessSync, constants, statSync } from 'node:fs';

/** What is wrong with a file that a command is to read; null when it can be read. */
export function findFileProblem(file: string): string | null {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isFile() ? null : `${file}: is no file`;
  } catch {
    return `${file}: can't be read`;
  }
}
