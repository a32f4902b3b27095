import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from './document.ts';

describe('turns of the event loop', () => {
  it('gives each page its own turn, in order', async () => {
    const nextTurn = createTurns();
    const rendered: string[] = [];
    const all = ['home', 'list', 'product'].map(async (page) => {
      await nextTurn();
      rendered.push(page);
    });
    const seen: number[] = [];
    for (let at = 0; at < 4; at += 1) {
      await turn();
      seen.push(rendered.length);
    }
    await Promise.all(all);
    expect(rendered).toEqual(['home', 'list', 'product']);
    expect(seen.every((count, at) => count - (seen[at - 1] ?? 0) <= 1)).toBe(true);
    const later = nextTurn().then(() => rendered.push('cart'));
    await later;
    expect(rendered).toHaveLength(4);
  });
});
