import { accessSync, constants, statSync } from 'node:fs';

/** @returns null when the file is readable */
export function findFileProblem(file: string): string | null {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isFile() ? null : `${file} is not a file.`;
  } catch {
    return `${file} can't be read. Check the path and its permissions.`;
  }
}
