import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPorts, providePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createLog } from '#platform/http/log.ts';
import { runChecks, type ShopCheck, shopChecks } from './checks.ts';

const good: ShopCheck = async () => [{ what: 'Good', state: 'ok', text: 'all is well' }];
const checkCredentials: ShopCheck = async (_shop, { isForOperator }) =>
  isForOperator ? Promise.reject(new Error('connect ECONNREFUSED')) : [];
const checkWebhook: ShopCheck = () => new Promise(() => {});

const run = (isForOperator: boolean, ...checks: readonly ShopCheck[]) => {
  const implementations = createPorts(providePort(shopChecks, checks));
  return runChecks({ implementations, log: createLog('silent') } as unknown as Shop, { isForOperator });
};

describe('a check of the shop', () => {
  afterEach(() => vi.useRealTimers());

  it('that fails is a warning, and hides no other', async () => {
    const text = 'the check failed: connect ECONNREFUSED';
    expect(await run(true, checkCredentials, good)).toEqual([
      { what: 'checkCredentials', state: 'warning', text },
      { what: 'Good', state: 'ok', text: 'all is well' },
    ]);
    expect(await run(false, checkCredentials, good)).toHaveLength(1);
  });

  it('that does not end is given up after 15 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const found = run(true, checkWebhook, good);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await found).toMatchObject([
      { what: 'checkWebhook', state: 'warning', text: 'the check failed: no answer within 15 seconds' },
      { what: 'Good' },
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
