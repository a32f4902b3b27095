import { describe, expect, it } from 'vitest';
import { checkAssembly } from './assemble.ts';
import { event, handle } from './events.ts';
import { fill, slot } from './slots.ts';

const summary = slot<string, string>('product.summary');
const placed = event<number>('orders.placed');
const catalog = { name: 'catalog', needs: [], slots: [summary], events: [placed] };

describe('the wiring of the shop', () => {
  it('passes when every need, slot and event has an owner', () => {
    const wishlists = { name: 'wishlists', needs: ['catalog'] };
    const fills = fill(summary, [() => 'heart']);
    const handles = handle(placed, [async () => {}]);
    expect(() => checkAssembly({ features: [catalog, wishlists], fills, handles }, [])).not.toThrow();
  });

  it('names every fault at once', () => {
    const cart = { name: 'cart', needs: ['catalog'] };
    const fills = fill(slot<string, string>('product.sumary'), [() => 'typo']);
    const handles = handle(event('orders.gone'), [async () => {}]);
    const check = () =>
      checkAssembly(
        { features: [cart, catalog, { name: 'catalog', needs: [], slots: [summary] }], fills, handles },
        [],
      );
    expect(check).toThrow("feature 'cart' needs 'catalog'");
    expect(check).toThrow("feature 'catalog' is listed twice");
    expect(check).toThrow("slot 'product.summary' has two owners");
    expect(check).toThrow("slot 'product.sumary' is filled");
    expect(check).toThrow("event 'orders.gone' is handled");
  });
});
