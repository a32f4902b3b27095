import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root.ts';
import { listStatements } from '#platform/database/database.ts';

const source = join(projectRoot, 'src');

/** Files of the server that define statements. */
export function listDefiningFiles(): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.includes('/browser/'))
    .map((file) => join(source, file))
    .filter((file) => /\b(?:sqlQuery|namedQuery|namedFind)(<|\()/.test(readFileSync(file, 'utf8')));
}

/**
 * The shop's statements that have a plan, of the files that were imported; names end with a hash.
 * Other test files that run in the same process define statements of their own, or load an example,
 * whose tables a test's database lacks; these are left out.
 */
export function listPlannedStatements(): { readonly name: string; readonly text: string }[] {
  const others = ['test', ...readdirSync(join(projectRoot, 'examples'))];
  return listStatements()
    .filter(({ name }) => !others.some((other) => name.startsWith(`${other}.`)))
    .filter(isPlanned);
}

/** `analyze` and the like have no plan to prepare. */
export function isPlanned({ text }: { readonly text: string }): boolean {
  return /^\s*(select|with|insert|update|delete)\b/.test(text);
}
