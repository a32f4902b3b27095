import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#platform/config/project-root.ts';
import { ShopConfigError } from '#platform/config/shop-config.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { defaultTheme, parseTheme, readTheme } from './theme.ts';

const database = useDatabase();
const readProjectFile = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const defaultTokens = readProjectFile('src/ui/styles/tokens.css');
const listTokens = (css: string) => [...css.matchAll(/(--[\w-]+):/g)].map(([, token]) => token);

const assets = {
  styles: ['/assets/styles-1.css'],
  entry: '',
  adminEntry: '/assets/admin-browser-1.js',
  fonts: ['/assets/newsreader-1.woff2', '/assets/hanken-grotesk-1.woff2'],
  url: (file: string) => `/assets/${file}`,
  folders: [],
};

describe('a theme', () => {
  it.each(globSync('themes/*.css', { cwd: projectRoot }))('sets only tokens that the shop has: %s', (file) => {
    const css = readProjectFile(file).replace(/\/\*.*?\*\//gs, '');
    expect(listTokens(defaultTokens)).toEqual(expect.arrayContaining(listTokens(css)));
    expect(css).toMatch(/^\s*@layer theme \{\s*:root \{[^{}]*\}\s*\}\s*$/);
  });

  it('defaults to colours equal to the default tokens', () => {
    expect(readTheme(undefined)).toBe(defaultTheme);
    const { paper, mail } = parseTheme('', defaultTokens);
    expect({ paper, mail }).toEqual({ paper: defaultTheme.paper, mail: defaultTheme.mail });
  });

  it('that does not exist is an error that lists the existing themes', () => {
    for (const name of ['harbor', '../src/ui/tokens', '']) {
      expect(() => readTheme(name)).toThrow(`there is no theme '${name}'`);
    }
    expect(() => readTheme('harbor')).toThrow("Available themes: 'harbour'");
    expect(() => readTheme('harbor')).toThrow(ShopConfigError);
  });

  it('loads after the base and the sheet of the page, sets the theme colour, and preloads only fonts that it uses', async () => {
    const { http } = await testShop(database, { assets, choices: { ...shopConfig, theme: 'harbour' } });
    const { body } = await http.inject({ url: '/cart' });
    expect([...body.matchAll(/rel="stylesheet" href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/assets/styles-1.css',
      '/assets/src/features/cart-page/cart.page.css',
      '/assets/themes/harbour.css',
    ]);
    expect(body).toContain('media="(prefers-color-scheme: light)" content="#ffffff"');
    expect(body).toContain('media="(prefers-color-scheme: dark)" content="#0f1417"');
    expect(body).not.toContain('newsreader');
    expect(body).toContain('hanken-grotesk');
  });
});
