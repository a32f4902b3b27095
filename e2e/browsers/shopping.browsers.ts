import { randomUUID } from 'node:crypto';
import type { DrivenBrowser } from './support/driven-browser.ts';
import { expect, test } from './support/test.ts';

const heading = (shopper: DrivenBrowser) =>
  expect.poll(() => shopper.read(() => document.querySelector('h1')?.textContent.trim() ?? ''));

const text = (shopper: DrivenBrowser, selector: string) =>
  expect.poll(() => shopper.read((found) => document.querySelector(found)?.textContent ?? '', selector));

/** Pixels by which the page is wider than its window. */
const readOverflow = (shopper: DrivenBrowser) =>
  shopper.read(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The behaviour of a name runs. */
async function waitForBehaviour(shopper: DrivenBrowser, name: string): Promise<void> {
  const isHydrated = (wanted: string) =>
    document.querySelector<HTMLElement & { isHydrated?: boolean }>(`vt-behaviour[name="${wanted}"]`)?.isHydrated;
  await expect.poll(() => shopper.read(isHydrated, name)).toBe(true);
}

async function fillCheckout(shopper: DrivenBrowser): Promise<void> {
  await shopper.type({ selector: '[name="billing_email"]' }, `maeve-${randomUUID()}@example.com`);
  await shopper.type({ selector: '[name="billing_first_name"]' }, 'Maeve');
  await shopper.type({ selector: '[name="billing_last_name"]' }, 'Brennan');
  await shopper.type({ selector: '[name="billing_address_1"]' }, '4 Quay Street');
  await shopper.type({ selector: '[name="billing_city"]' }, 'Sligo');
}

test('buys two mugs of a glaze by classic checkout', async ({ shopper }) => {
  await shopper.open('/');
  await shopper.click({ selector: 'a', text: 'Shop tableware' });
  await heading(shopper).toBe('Tableware');
  expect(await readOverflow(shopper), 'a category').toBe(0);
  await shopper.click({ selector: 'main a', text: 'Tideline mug' });
  await heading(shopper).toBe('Tideline mug');
  await shopper.click({ selector: '.buy__form label', text: 'Oat' });
  await shopper.type({ selector: '.buy__form [name="quantity"]' }, '2');
  expect(await readOverflow(shopper), 'a product').toBe(0);
  await waitForBehaviour(shopper, 'mini-cart/mini-cart');
  await shopper.click({ selector: '.buy__form button', text: 'Add to cart' });
  await shopper.click({ selector: 'dialog a', text: 'View cart' });
  await heading(shopper).toBe('Cart');
  await text(shopper, 'main').toContain('€68.00');
  expect(await readOverflow(shopper), 'the cart').toBe(0);
  await shopper.click({ selector: 'main button, main a', text: 'Checkout' });
  await heading(shopper).toBe('Checkout');
  await fillCheckout(shopper);
  expect(await readOverflow(shopper), 'the checkout').toBe(0);
  await shopper.click({ selector: 'label', text: 'Bank transfer' });
  await shopper.click({ selector: '[name="terms"]' });
  expect(await shopper.read(() => document.querySelector<HTMLInputElement>('[name="terms"]')?.checked)).toBe(true);
  await shopper.click({ selector: 'main button', text: 'Place order' });
  await heading(shopper).toMatch(/Thank you/);
  await text(shopper, 'main').toContain('€74.90');
});

test('adds to the wishlist, sees the count, and removes it again', async ({ shopper }) => {
  await shopper.open('/product/slipway-tray');
  await waitForBehaviour(shopper, 'wishlist-pages/wishlist');
  await shopper.click({ selector: '[data-fragment-ref] a', text: 'Add to wishlist' });
  await text(shopper, '[data-fragment-ref]').toContain('In your wishlist');
  await shopper.open('/wishlist');
  await text(shopper, '.wishlist-rows').toContain('Slipway tray');
  expect(await readOverflow(shopper)).toBe(0);
  await shopper.click({ selector: '.wishlist-rows button, .wishlist-rows a', text: 'Remove' });
  await expect.poll(() => shopper.read(() => document.querySelectorAll('.wishlist-row').length)).toBe(0);
});

test('is told what a form lacks, and sends it', async ({ shopper }) => {
  await shopper.open('/contact');
  await shopper.click({ selector: 'main [type="submit"][value="Send message"]' });
  await expect.poll(() => shopper.read(() => document.querySelectorAll('[aria-invalid="true"]').length)).toBe(3);
  await shopper.type({ label: 'Name' }, 'Maeve Brennan');
  await shopper.type({ label: 'Email address' }, 'maeve@example.com');
  // The same text again and again would count as a program's.
  await shopper.type({ label: 'Message' }, `Do you make bowl ${randomUUID()} in blue?`);
  expect(await readOverflow(shopper)).toBe(0);
  // What is sent sooner after the form was opened counts as a program's.
  await expect.poll(() => shopper.read(() => performance.now())).toBeGreaterThan(4_000);
  await shopper.click({ selector: 'main [type="submit"][value="Send message"]' });
  await text(shopper, 'main').toMatch(/Thank you/);
});
