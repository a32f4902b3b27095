import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root.ts';
import { ShopConfigError } from '#platform/config/shop-config.ts';
import { defaultMailTheme, type MailColors, type MailTheme } from '#platform/mail/kit/mail-theme.ts';

/** Values of a theme that pages need besides its style sheet. */
export interface Theme {
  /** Path of the style sheet from the root folder. Null for the default theme. */
  readonly file: string | null;
  /** Background colours, also used by the browser's own interface. */
  readonly paper: { readonly light: string; readonly dark: string };
  readonly mail: MailTheme;
  readonly families: string;
}

/** The values of `src/ui/styles/tokens.css`. */
export const defaultTheme: Theme = {
  file: null,
  paper: { light: defaultMailTheme.light.paper, dark: defaultMailTheme.dark.paper },
  mail: defaultMailTheme,
  families: 'Newsreader, "Hanken Grotesk"',
};

const folder = join(projectRoot, 'themes');

/**
 * Reads `themes/<name>.css`, whose tokens replace the default tokens.
 * @throws when the file does not exist; the message lists the themes
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

/** Reads the tokens of a style sheet that the server uses. A missing token has the value of the default theme. */
export function parseTheme(file: string, css: string): Theme {
  const token = (name: string) => new RegExp(`--${name}:([^;]*);`).exec(css)?.[1]?.trim();
  const mail = parseMailTheme(token);
  return {
    file,
    paper: { light: mail.light.paper, dark: mail.dark.paper },
    mail,
    families: `${token('serif') ?? 'Newsreader'}, ${token('sans') ?? '"Hanken Grotesk"'}`,
  };
}

function parseMailTheme(token: (name: string) => string | undefined): MailTheme {
  const [light, dark] = [{ ...defaultMailTheme.light }, { ...defaultMailTheme.dark }];
  for (const name of Object.keys(light) as (keyof MailColors)[]) {
    const [lightColor, darkColor = lightColor] = token(name)?.match(/#[0-9a-f]{3,8}\b/gi) ?? [];
    if (lightColor && darkColor) [light[name], dark[name]] = [lightColor, darkColor];
  }
  const { family, weight } = defaultMailTheme.headings;
  const families = token('serif');
  return {
    ...{ light, dark, radius: token('radius') ?? defaultMailTheme.radius },
    headings: {
      family: families === undefined ? family : families.endsWith('sans-serif') ? 'sans-serif' : 'serif',
      weight: Number(token('head-weight') ?? weight),
    },
  };
}
