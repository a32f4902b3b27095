import { describe, expect, it } from 'vitest';
import { checkAssembly } from './assembly.ts';
import { defineEvent, handleEvent } from './events.ts';
import { definePort, providePort } from './ports.ts';
import { defineSlot, fillSlot } from './slots.ts';

const summary = defineSlot<string, string>('product.summary');
const rates = definePort<number>('taxes.rates');
const placed = defineEvent<number>('orders.placed');
const catalog = { name: 'catalog', needs: [], slots: [summary], ports: [rates], events: [placed] };

describe('the wiring of the shop', () => {
  it('passes when every need, slot, port and event has an owner', () => {
    const wishlists = { name: 'wishlists', needs: ['catalog'] };
    const fills = fillSlot(summary, [() => 'heart']);
    const handles = handleEvent(placed, [async () => {}]);
    const provides = providePort(rates, [21]);
    expect(() => checkAssembly({ features: [catalog, wishlists], fills, provides, handles }, [])).not.toThrow();
  });

  it('reports every problem at once', () => {
    const cart = { name: 'cart', needs: ['catalog'] };
    const fills = fillSlot(defineSlot<string, string>('product.sumary'), [() => 'typo']);
    const handles = handleEvent(defineEvent('orders.gone'), [async () => {}]);
    const provides = providePort(definePort<number>('taxes.rate'), [21]);
    const again = { name: 'catalog', needs: [], slots: [summary], ports: [rates] };
    const check = () => checkAssembly({ features: [cart, catalog, again], fills, provides, handles }, []);
    expect(check).toThrow("feature 'cart' needs 'catalog'");
    expect(check).toThrow("feature 'catalog' is listed twice");
    expect(check).toThrow("slot 'product.summary' has two owners");
    expect(check).toThrow("slot 'product.sumary' is filled");
    expect(check).toThrow("port 'taxes.rates' has two owners");
    expect(check).toThrow("port 'taxes.rate' is provided");
    expect(check).toThrow("event 'orders.gone' is handled");
  });
});
