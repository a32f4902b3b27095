import { describe, expect, it } from 'vitest';
import { checkAssembly } from './assembly.ts';
import { defineEvent, handleEvent } from './events.ts';
import { defineSlot, fillSlot } from './slots.ts';

const summary = defineSlot<string, string>('product.summary');
const placed = defineEvent<number>('orders.placed');
const catalog = { name: 'catalog', needs: [], slots: [summary], events: [placed] };

describe('the wiring of the shop', () => {
  it('passes when every need, slot and event has an owner', () => {
    const wishlists = { name: 'wishlists', needs: ['catalog'] };
    const fills = fillSlot(summary, [() => 'heart']);
    const handles = handleEvent(placed, [async () => {}]);
    expect(() => checkAssembly({ features: [catalog, wishlists], fills, handles }, [])).not.toThrow();
  });

  it('reports every problem at once', () => {
    const cart = { name: 'cart', needs: ['catalog'] };
    const fills = fillSlot(defineSlot<string, string>('product.sumary'), [() => 'typo']);
    const handles = handleEvent(defineEvent('orders.gone'), [async () => {}]);
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
