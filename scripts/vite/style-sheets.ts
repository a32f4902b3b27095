import { globSync } from 'node:fs';

/** The base, and the sheet of the back office. */
const fixedSheets = ['src/app/styles.css', 'src/app/admin/admin.css'];

/**
 * Style sheets that pages link to, as inputs of the build: the base, one for each kind of page and for its print, one
 * per theme, so that a page loads only those that it uses. Sheets of scripts are not among them.
 * @param root folder of the project
 * @returns path from the root by name of the input
 */
export function listStyleSheets(root: string): Record<string, string> {
  const files = globSync(['{src,examples,extensions}/**/*.{page,print}.css', 'themes/*.css'], { cwd: root });
  return Object.fromEntries([...fixedSheets, ...files].sort().map((file) => [file.slice(0, -'.css'.length), file]));
}
