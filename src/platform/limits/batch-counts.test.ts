import { describe, expect, it } from 'vitest';
import { batchCounts, type CountedUse, type CountUses } from './batch-counts.ts';

const use = (key: string, max = 100, amount = 1): CountedUse => ({ key, max, amount, expire: 1 });

/** Counts as the database does, each statement a turn later. */
function openCounts({ failsWith }: { readonly failsWith?: string } = {}) {
  const points = new Map<string, number>();
  const statements: (readonly CountedUse[])[] = [];
  const countUses: CountUses = async (uses) => {
    statements.push(uses);
    await new Promise(setImmediate);
    if (uses.some(({ key }) => key === failsWith)) throw new Error('refused by the database');
    const counted = uses.filter(({ key, amount, max }) => (points.get(key) ?? 0) + amount <= max);
    for (const { key, amount } of counted) points.set(key, (points.get(key) ?? 0) + amount);
    return new Map(counted.map(({ key }) => [key, points.get(key) ?? 0]));
  };
  return { count: batchCounts(countUses), points, statements };
}

describe('uses that are counted together', () => {
  it('take one statement while another is under way, and each is told its own count', async () => {
    const { count, points, statements } = openCounts();
    const counted = await Promise.all(
      Array.from({ length: 16 }, (_, at) => count([use('form'), use(`visitor-${at}`, 100, 2)])),
    );
    expect(counted.map((each) => each.get('form'))).toEqual(Array.from({ length: 16 }, (_, at) => at + 1));
    expect(counted.map((each, at) => each.get(`visitor-${at}`))).toEqual(Array(16).fill(2));
    expect(counted.map(({ size }) => size)).toEqual(Array(16).fill(2));
    expect(statements).toHaveLength(2);
    expect(points.get('form')).toBe(16);
    expect((await count([use('form')])).get('form')).toBe(17);
    expect(statements).toHaveLength(3);
  });

  it('are at most fifty in a statement, in the order in which they came', async () => {
    const { count, statements } = openCounts();
    const counted = await Promise.all(Array.from({ length: 131 }, (_, at) => count([use('form', 200), use(`${at}`)])));
    expect(counted.map((each) => each.get('form'))).toEqual(Array.from({ length: 131 }, (_, at) => at + 1));
    expect(statements.map((uses) => uses.length)).toEqual([2, 51, 51, 31]);
  });

  it('are counted one by one as far as there is room, when there is not enough for all', async () => {
    const { count, points } = openCounts();
    const counted = await Promise.all(Array.from({ length: 9 }, () => count([use('network'), use('form', 5)])));
    expect(counted.filter((each) => each.has('form'))).toHaveLength(5);
    expect(counted.map((each) => each.get('network'))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(Object.fromEntries(points)).toEqual({ network: 9, form: 5 });
  });

  it('keep the smaller limit of two, and the larger one for who has it', async () => {
    const { count } = openCounts();
    const [first, narrow, wide] = await Promise.all([3, 1, 3].map((max) => count([use('form', max)])));
    expect([first?.get('form'), narrow?.has('form'), wide?.get('form')]).toEqual([1, false, 2]);
  });

  it('fail alone when one of them makes the statement fail', async () => {
    const { count, points } = openCounts({ failsWith: 'broken' });
    const ended = await Promise.allSettled(['a', 'a', 'broken', 'b'].map((key) => count([use(key)])));
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    await expect(count([use('broken')])).rejects.toThrow('refused by the database');
    expect((await count([use('a')])).get('a')).toBe(3);
    expect(points.get('b')).toBe(1);
  });
});
