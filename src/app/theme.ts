import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root.ts';
import { ShopConfigError } from '#platform/config/shop-config.ts';

/** What a page needs of a theme besides its style sheet. */
export interface Theme {
  /** Path of its style sheet from the root; null for the default theme. */
  readonly file: string | null;
  /** Background colours, also used by the browser's own interface. */
  readonly paper: { readonly light: string; readonly dark: string };
  /** Font families of its style sheet. */
  readonly families: string;
}

/** The values of `src/ui/styles/tokens.css`. */
export const defaultTheme: Theme = {
  file: null,
  paper: { light: '#f7f3ec', dark: '#171411' },
  families: 'Newsreader, "Hanken Grotesk"',
};

const folder = join(projectRoot, 'themes');

/**
 * Reads `themes/<name>.css`, whose tokens replace the default ones.
 * @throws when it does not exist; the message lists the themes
 */
export function readTheme(name: string | undefined): Theme {
  if (name === undefined) return defaultTheme;
  const path = join(folder, `${name}.css`);
  if (/^[a-z][a-z0-9-]*$/.test(name) && existsSync(path)) {
    return parseTheme(`themes/${name}.css`, readFileSync(path, 'utf8'));
  }
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.css')) : [];
  const names = files.map((file) => `'${file.slice(0, -4)}'`).join(', ') || 'none';
  throw new ShopConfigError(
    `shop.config.ts: there is no theme '${name}' (themes/${name}.css). Available themes: ${names}`,
  );
}

/** Reads `--paper`, `--serif` and `--sans` of a style sheet; the default theme's when absent. */
export function parseTheme(file: string, css: string): Theme {
  const token = (name: string) => new RegExp(`--${name}:([^;]*);`).exec(css)?.[1];
  const [light, dark = light] = token('paper')?.match(/#[0-9a-f]{3,8}\b/gi) ?? [];
  return {
    file,
    paper: light && dark ? { light, dark } : defaultTheme.paper,
    families: `${token('serif') ?? 'Newsreader'}, ${token('sans') ?? '"Hanken Grotesk"'}`,
  };
}
