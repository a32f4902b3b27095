import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBlockHtmlCache } from './block-html-cache.ts';

interface Asked {
  readonly values: Readonly<Record<string, unknown>>;
  answer(html: string | null): Promise<void>;
}

const asked: Asked[] = [];

const ask = ([block]: readonly { readonly values: Asked['values'] }[]) => {
  const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, string>> | null>();
  asked.push({
    values: block?.values ?? {},
    async answer(html) {
      resolve(html === null ? null : { a: html });
      await vi.advanceTimersByTimeAsync(0);
    },
  });
  return promise;
};

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

const pause = (time = 300) => vi.advanceTimersByTimeAsync(time);

it('a block shows its newest values, however late the answer about earlier ones comes', async () => {
  const blockHtml = createBlockHtmlCache({}, ask);
  blockHtml.requestHtml('a', 'code', { code: 'one' });
  await pause();
  blockHtml.requestHtml('a', 'code', { code: 'two' });
  await pause();
  expect(asked).toHaveLength(1);
  await asked[0]?.answer('one');
  expect([asked[1]?.values, blockHtml.getHtml('a')]).toEqual([{ code: 'two' }, null]);
  await asked[1]?.answer('two');
  expect(blockHtml.getHtml('a')).toBe('two');
});

it('a block that is changed back keeps what it shows', async () => {
  const blockHtml = createBlockHtmlCache({ a: 'one' }, ask);
  blockHtml.requestHtml('a', 'code', { code: 'one' });
  blockHtml.requestHtml('a', 'code', { code: 'two' });
  await pause();
  blockHtml.requestHtml('a', 'code', { code: 'one' });
  await asked[0]?.answer('two');
  await pause();
  expect([asked.length, blockHtml.getHtml('a')]).toEqual([1, 'one']);
});

it('a block is asked for again when the server did not answer', async () => {
  const blockHtml = createBlockHtmlCache({}, ask);
  blockHtml.requestHtml('a', 'code', { code: 'one' });
  await pause();
  await asked[0]?.answer(null);
  await pause(3100);
  await asked[1]?.answer('one');
  expect(blockHtml.getHtml('a')).toBe('one');
});
