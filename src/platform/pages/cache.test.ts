import { beforeEach, describe, expect, it } from 'vitest';
import { createPageCache, type PageCache, type StoredPage } from './cache.ts';

interface Page extends StoredPage {
  readonly text: string;
}

const page = (text: string, tags: string[], until = Number.POSITIVE_INFINITY, bytes = 100): Page => ({
  text,
  tags,
  until,
  bytes,
});

describe('the page cache', () => {
  let cache: PageCache<Page, Page>;
  const now = 1_000;

  beforeEach(() => {
    cache = createPageCache(1_000);
    cache.resume();
  });

  const renderInto = (key: string, made: Page, meanwhile: () => void = () => {}) =>
    cache.renderOnce(key, async (started) => {
      meanwhile();
      cache.put(key, made, started);
      return made;
    });

  it('returns a stored page', async () => {
    await renderInto('/a', page('a', ['product:1']));
    expect(cache.get('/a', now)?.text).toBe('a');
  });

  it('drops a page when one of its tags changes, and only that page', async () => {
    await renderInto('/a', page('a', ['product:1']));
    await renderInto('/b', page('b', ['product:2']));
    cache.invalidate(['product:1']);
    expect(cache.get('/a', now)).toBeUndefined();
    expect(cache.get('/b', now)?.text).toBe('b');
  });

  it('does not store a render that started before its tag changed', async () => {
    await renderInto('/a', page('stale', ['product:1']), () => cache.invalidate(['product:1']));
    expect(cache.get('/a', now)).toBeUndefined();
    expect(cache.statistics.tooLate).toBe(1);
  });

  it('stores a render during which only other tags changed', async () => {
    await renderInto('/a', page('a', ['product:1']), () => cache.invalidate(['product:2']));
    expect(cache.get('/a', now)?.text).toBe('a');
  });

  it('renders a page once for concurrent requests', async () => {
    let renders = 0;
    const slow = Promise.withResolvers<void>();
    const request = () =>
      cache.renderOnce('/a', async () => {
        renders += 1;
        await slow.promise;
        return page('a', []);
      });
    const pages = [request(), request(), request()];
    slow.resolve();
    await Promise.all(pages);
    expect(renders).toBe(1);
  });

  it('does not share a render that started before a change', async () => {
    const slow = Promise.withResolvers<void>();
    const before = cache.renderOnce('/a', async () => {
      await slow.promise;
      return page('old', []);
    });
    cache.invalidate(['product:1']);
    const after = cache.renderOnce('/a', async () => page('new', []));
    slow.resolve();
    expect((await after).text).toBe('new');
    expect((await before).text).toBe('old');
  });

  it('drops everything and stores nothing while it is stopped', async () => {
    await renderInto('/a', page('a', ['product:1']));
    cache.stop();
    expect(cache.get('/a', now)).toBeUndefined();
    await renderInto('/a', page('a', ['product:1']));
    expect(cache.get('/a', now)).toBeUndefined();
    cache.resume();
    await renderInto('/a', page('a', ['product:1']));
    expect(cache.get('/a', now)?.text).toBe('a');
  });

  it('does not store a render during which it was stopped', async () => {
    await renderInto('/a', page('a', []), () => {
      cache.stop();
      cache.resume();
    });
    expect(cache.get('/a', now)).toBeUndefined();
  });

  it('expires a page at its until time', async () => {
    await renderInto('/a', page('a', [], now + 1));
    expect(cache.get('/a', now)?.text).toBe('a');
    expect(cache.get('/a', now + 1)).toBeUndefined();
  });

  it('never holds more bytes than its maximum', async () => {
    for (let index = 0; index < 50; index += 1) await renderInto(`/${index}`, page('x', ['t'], undefined, 100));
    expect(cache.size.bytes).toBeLessThanOrEqual(1_000);
    expect(cache.size.entries).toBe(10);
  });

  it('keeps the tags of a page that was stored again', async () => {
    await renderInto('/a', page('first', ['product:1']));
    await renderInto('/a', page('second', ['product:1']));
    cache.invalidate(['product:1']);
    expect(cache.get('/a', now)).toBeUndefined();
  });

  it('updates an entry only while it is still stored', async () => {
    const old = page('a', ['product:1']);
    await renderInto('/a', old);
    cache.invalidate(['product:1']);
    cache.update('/a', (current) => (current === old ? page('better', ['product:1']) : undefined));
    expect(cache.get('/a', now)).toBeUndefined();
    await renderInto('/a', page('new', ['product:1']));
    cache.update('/a', (current) => (current === old ? page('better', ['product:1']) : undefined));
    expect(cache.get('/a', now)).toMatchObject({ text: 'new' });
  });
});
