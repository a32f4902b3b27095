import { expect, it } from 'vitest';
import { type BrowserConfig, configToJson } from './config.shared.ts';

it('a page’s configuration can’t close its script element', () => {
  const config: BrowserConfig = {
    rest: '</script><script>alert(1)</script>',
    ajax: '<!--',
    noncePath: '\u2028\u2029',
    nonceHeader: 'X',
    privatePath: '/',
    hintCookie: 'h',
    badges: {},
    locale: 'en',
  };
  const json = configToJson(config);
  expect(json).not.toMatch(/[<\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual(config);
});
