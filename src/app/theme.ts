import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root.ts';

/** What a page must know of the shop's look besides its style sheet. */
export interface Theme {
  /** Path of its style sheet from the root; null for the shop's own look. */
  readonly file: string | null;
  /** Colours of the page's ground, which browsers put round the page too. */
  readonly paper: { readonly light: string; readonly dark: string };
  /** Font families that it sets text in, as in its style sheet. */
  readonly families: string;
}

/** As `src/ui/tokens.css` says. */
export const defaultTheme: Theme = {
  file: null,
  paper: { light: '#f7f3ec', dark: '#171411' },
  families: 'Newsreader, "Hanken Grotesk"',
};

const folder = join(projectRoot, 'themes');

/**
 * The theme of a name: `themes/<name>.css`, whose tokens stand in for the shop's own. Throws, naming those that are there, when there is none
 * of this name.
 */
export function readTheme(name: string | undefined): Theme {
  if (name === undefined) return defaultTheme;
  const path = join(folder, `${name}.css`);
  if (/^[a-z][a-z0-9-]*$/.test(name) && existsSync(path)) {
    return parseTheme(`themes/${name}.css`, readFileSync(path, 'utf8'));
  }
  const known = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.css')) : [];
  const names = known.map((file) => `'${file.slice(0, -4)}'`).join(', ') || 'none';
  throw new Error(`shop.config.ts: there is no theme '${name}' (themes/${name}.css). There are: ${names}`);
}

export function parseTheme(file: string, css: string): Theme {
  const token = (name: string) => new RegExp(`--${name}:([^;]*);`).exec(css)?.[1];
  const [light, dark = light] = token('paper')?.match(/#[0-9a-f]{3,8}\b/gi) ?? [];
  return {
    file,
    paper: light && dark ? { light, dark } : defaultTheme.paper,
    families: `${token('serif') ?? 'Newsreader'}, ${token('sans') ?? '"Hanken Grotesk"'}`,
  };
}
