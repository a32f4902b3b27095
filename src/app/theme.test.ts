import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#platform/config/project-root.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/database.ts';
import { testShop } from '#tests/shop.ts';
import { defaultTheme, parseTheme, readTheme } from './theme.ts';

const database = useDatabase();
const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const own = read('src/ui/styles/tokens.css');
const tokensIn = (css: string) => [...css.matchAll(/(--[\w-]+):/g)].map(([, token]) => token);

const assets = {
  styles: ['/assets/styles-1.css'],
  entry: '',
  fonts: ['/assets/newsreader-1.woff2', '/assets/hanken-grotesk-1.woff2'],
  url: (file: string) => `/assets/${file}`,
  folder: null,
};

describe('a theme', () => {
  it.each(globSync('themes/*.css', { cwd: projectRoot }))(
    'is a set of tokens that the shop has, and nothing else: %s',
    (file) => {
      const css = read(file).replace(/\/\*.*?\*\//gs, '');
      expect(tokensIn(own)).toEqual(expect.arrayContaining(tokensIn(css)));
      expect(css).toMatch(/^\s*@layer theme \{\s*:root \{[^{}]*\}\s*\}\s*$/);
    },
  );

  it('is none unless the shop has one, and then what pages say of the paper is what the tokens say', () => {
    expect(readTheme(undefined)).toBe(defaultTheme);
    const { paper } = parseTheme('', own);
    expect(paper).toEqual(defaultTheme.paper);
  });

  it('that is not there keeps the shop closed, with a word on those that are', () => {
    for (const name of ['harbor', '../src/ui/tokens', '']) {
      expect(() => readTheme(name)).toThrow(`there is no theme '${name}'`);
    }
    expect(() => readTheme('harbor')).toThrow("There are: 'harbour'");
  });

  it('comes after the shop’s own sheet, tells its paper, and fetches no face that it does not use', async () => {
    const { http } = await testShop(database, { assets, choices: { ...shopConfig, theme: 'harbour' } });
    const { body } = await http.inject({ url: '/cart' });
    expect([...body.matchAll(/rel="stylesheet" href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/assets/styles-1.css',
      '/assets/themes/harbour.css',
    ]);
    expect(body).toContain('media="(prefers-color-scheme: light)" content="#ffffff"');
    expect(body).toContain('media="(prefers-color-scheme: dark)" content="#0f1417"');
    expect(body).not.toContain('newsreader');
    expect(body).toContain('hanken-grotesk');
  });
});
