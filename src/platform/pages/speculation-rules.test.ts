import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createPrefetchPattern, registerSpeculationRules } from './speculation-rules.ts';

const pages = [{ path: '/' }, { path: '/category/:slug' }, { path: '/guides/*' }, { path: '/robots.txt' }];

describe('prefetching', () => {
  it('matches every cached page, and nothing else', () => {
    const pattern = new RegExp(createPrefetchPattern(pages));
    for (const path of ['/', '/category/bowls', '/guides/care/oven']) expect(pattern.test(path), path).toBe(true);
    for (const path of ['/cart', '/category', '/category/bowls/edit', '/x/category/bowls', '/robots.txt', '/guides/']) {
      expect(pattern.test(path), path).toBe(false);
    }
  });

  it('is allowed by speculation rules, which are empty for browsers that save data', async () => {
    const app = fastify();
    registerSpeculationRules(app, pages);
    const reply = await app.inject({ url: '/speculation-rules.json' });
    expect(reply.headers['content-type']).toMatch(/^application\/speculationrules\+json;/);
    const [rule] = reply.json().prerender;
    expect(rule).toMatchObject({ eagerness: 'moderate', source: 'document' });
    expect(rule.where.and).toEqual([
      { href_matches: ['/', '/category/:slug', '/guides/*'] },
      { not: { href_matches: '/*\\?(.+)' } },
    ]);
    const saveData = await app.inject({ url: '/speculation-rules.json', headers: { 'save-data': 'on' } });
    expect(saveData.json()).toEqual({});
    expect(saveData.headers.vary).toBe('Save-Data');
    await app.close();
  });
});
