import { beforeEach, describe, expect, it } from 'vitest';
import { createRemembered, type Remembered } from './remembered.ts';

let remembered: Remembered;
let loads: number;
const load = async () => {
  loads += 1;
  return loads;
};

beforeEach(() => {
  loads = 0;
  remembered = createRemembered();
  remembered.resume();
});

describe('remembered values', () => {
  it('are loaded once, also by pages that ask at the same time', async () => {
    expect(await Promise.all([remembered.get('menu', ['menu'], load), remembered.get('menu', ['menu'], load)])).toEqual(
      [1, 1],
    );
    expect(await remembered.get('menu', ['menu'], load)).toBe(1);
  });

  it('are loaded again after one of their tags moved, not after others', async () => {
    await remembered.get('menu', ['menu', 'images'], load);
    remembered.invalidate(['products']);
    expect(await remembered.get('menu', ['menu', 'images'], load)).toBe(1);
    remembered.invalidate(['images']);
    expect(await remembered.get('menu', ['menu', 'images'], load)).toBe(2);
  });

  it('are not kept when a tag moves while they are loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const old = remembered.get('menu', ['menu'], () => promise);
    remembered.invalidate(['menu']);
    const fresh = remembered.get('menu', ['menu'], async () => 'new');
    resolve('old');
    expect([await old, await fresh]).toEqual(['old', 'new']);
    expect(await remembered.get('menu', ['menu'], async () => 'newer')).toBe('new');
  });

  it('are not kept when loading fails', async () => {
    const failing = remembered.get('menu', ['menu'], () => Promise.reject(new Error('no database')));
    await expect(failing).rejects.toThrow('no database');
    expect(await remembered.get('menu', ['menu'], load)).toBe(1);
  });

  it('are not kept while invalidations are not received', async () => {
    remembered.stop();
    await remembered.get('menu', ['menu'], load);
    expect(await remembered.get('menu', ['menu'], load)).toBe(2);
    remembered.resume();
    expect(await remembered.get('menu', ['menu'], load)).toBe(3);
  });
});

describe('remembered values that say themselves what they depend on', () => {
  const now = new Date('2030-01-01T12:00:00Z');
  const dependent = (value: string, tags: readonly string[] = ['menu']) => ({ value, tags, until: null });

  it('are loaded once, also by pages that ask while others change', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof dependent>>();
    const first = remembered.getDependent('menu', now, () => promise);
    remembered.invalidate(['products']);
    const second = remembered.getDependent('menu', now, async () => dependent('again'));
    resolve(dependent('once'));
    expect([(await first).value, (await second).value]).toEqual(['once', 'once']);
  });

  it('are not shown to who asks after a tag of theirs moved while they are loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof dependent>>();
    const old = remembered.getDependent('menu', now, () => promise);
    remembered.invalidate(['menu']);
    const fresh = remembered.getDependent('menu', now, async () => dependent('new'));
    resolve(dependent('old'));
    expect([(await old).value, (await fresh).value]).toEqual(['old', 'new']);
    expect((await remembered.getDependent('menu', now, async () => dependent('newer'))).value).toBe('new');
  });

  it('are loaded by who waited, when loading fails', async () => {
    const { promise, reject } = Promise.withResolvers<ReturnType<typeof dependent>>();
    const failing = remembered.getDependent('menu', now, () => promise);
    remembered.invalidate(['menu']);
    const fresh = remembered.getDependent('menu', now, async () => dependent('new'));
    reject(new Error('no database'));
    await expect(failing).rejects.toThrow('no database');
    expect((await fresh).value).toBe('new');
  });
});
