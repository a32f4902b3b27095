import { describe, expect, it } from 'vitest';
import { findSuspicion, findUsedUpShare, type StockClaim, type UnprovenOrders } from './suspicion.ts';

const limits = {
  ...{ networkOrders: 4, addressOrders: 3 },
  ...{ visitorPercent: 25, networkPercent: 34, atOncePercent: 40, unconfirmedPercent: 50 },
};

const claimOf = (claim: Partial<StockClaim>): StockClaim => ({
  ...{ variationId: 7, total: 12, wanted: 1, byVisitor: 0, byNetwork: 0 },
  ...{ placedAtOnce: 0, awaitingPayment: 0, awaitingConfirmation: 0 },
  ...claim,
});

const ordersOf = ({ stocks = [claimOf({})], ...counts }: Partial<UnprovenOrders>): UnprovenOrders => ({
  ...{ networkOrders: 0, addressOrders: 0, stocks },
  ...counts,
});

const suspect = (orders: Partial<UnprovenOrders>, isPaidNow = false) =>
  findSuspicion(ordersOf(orders), limits, { isPaidNow });

describe('an order of a shopper whose address is not known (D1)', () => {
  it('is placed at once as long as no limit is reached', () => {
    expect(suspect({})).toBeNull();
    expect(suspect({ networkOrders: 3, addressOrders: 2 })).toBeNull();
    expect(suspect({ stocks: [claimOf({ wanted: 3 })] })).toBeNull();
    expect(suspect({ stocks: [] })).toBeNull();
  });

  it('is suspicious after several of one network or one address', () => {
    expect(suspect({ networkOrders: 4 })).toBe('network-orders');
    expect(suspect({ addressOrders: 3 })).toBe('address-orders');
    expect(suspect({ networkOrders: 4 }, true)).toBe('network-orders');
  });

  it.each([
    ['a set of six of twelve', { wanted: 6 }, 'visitor-share'],
    ['a second order of the same visitor', { wanted: 2, byVisitor: 2 }, 'visitor-share'],
    ['many of one network', { wanted: 2, byNetwork: 3 }, 'network-share'],
    ['many of everybody', { wanted: 2, placedAtOnce: 3 }, 'stock-share'],
    ['what others are about to confirm', { wanted: 1, placedAtOnce: 1, awaitingConfirmation: 5 }, 'stock-share'],
    ['the only piece', { total: 1 }, null],
    ['a piece of two', { total: 2 }, null],
    ['both of two', { total: 2, wanted: 2 }, 'visitor-share'],
    ['the second of two, the first being unpaid', { total: 2, placedAtOnce: 1 }, 'stock-share'],
  ] as const)('of %s', (_what, claim, suspicion) => {
    expect(suspect({ stocks: [claimOf({ total: 100, wanted: 0 }), claimOf(claim)] })).toBe(suspicion);
  });

  it('is bound by its own share only while it is paid at a provider', () => {
    expect(suspect({ stocks: [claimOf({ placedAtOnce: 6, byNetwork: 6 })] }, true)).toBeNull();
    expect(suspect({ stocks: [claimOf({ wanted: 6 })] }, true)).toBe('visitor-share');
  });

  it('is bound by nothing that is null', () => {
    const none = {
      ...{ networkOrders: null, addressOrders: null, visitorPercent: null },
      ...{ networkPercent: null, atOncePercent: null, unconfirmedPercent: null },
    };
    const orders = ordersOf({ networkOrders: 99, addressOrders: 99, stocks: [claimOf({ wanted: 12 })] });
    expect(findSuspicion(orders, none, { isPaidNow: false })).toBeNull();
    expect(findUsedUpShare(orders, none, { isPaidNow: false, suspicion: 'required' })).toBeNull();
  });
});

describe('the share of a stock that such orders have together (D1)', () => {
  const refuse = (
    claim: Partial<StockClaim>,
    suspicion: Parameters<typeof findUsedUpShare>[2]['suspicion'],
    isPaidNow = false,
  ) => findUsedUpShare(ordersOf({ stocks: [claimOf(claim)] }), limits, { isPaidNow, suspicion });

  it('is half of it', () => {
    expect(refuse({ wanted: 6 }, 'visitor-share')).toBeNull();
    expect(refuse({ wanted: 7 }, 'visitor-share')).toEqual({ variationId: 7, max: 6 });
    expect(refuse({ wanted: 2, placedAtOnce: 3, awaitingConfirmation: 2 }, 'stock-share')).toMatchObject({ max: 1 });
  });

  it('leaves one piece to those that await their confirmation, and of three another one', () => {
    expect(refuse({ total: 2, placedAtOnce: 1 }, 'stock-share')).toBeNull();
    expect(refuse({ total: 2, awaitingConfirmation: 1 }, null)).toBeNull();
    expect(refuse({ total: 2, wanted: 2 }, 'visitor-share')).toMatchObject({ max: 1 });
    expect(refuse({ total: 5, placedAtOnce: 1 }, null)).toMatchObject({ max: 0 });
    expect(refuse({ total: 5, placedAtOnce: 1 }, 'stock-share')).toBeNull();
    expect(refuse({ total: 3, placedAtOnce: 1, awaitingConfirmation: 1 }, 'stock-share')).toMatchObject({ max: 0 });
  });

  it('is twelve pieces for orders being paid, but not for many of one network or address', () => {
    expect(refuse({ wanted: 12 }, 'visitor-share', true)).toBeNull();
    expect(refuse({ wanted: 1, awaitingPayment: 12 }, null)).toMatchObject({ max: 0 });
    expect(refuse({ total: 4, wanted: 1, awaitingPayment: 2 }, null)).toBeNull();
    expect(refuse({ wanted: 7 }, 'network-orders', true)).toMatchObject({ max: 6 });
    expect(refuse({ wanted: 7 }, 'address-orders', true)).toMatchObject({ max: 6 });
  });
});
