import { describe, expect, it } from 'vitest';
import { addToCartPath } from '#features/cart/contract.ts';
import { checkoutPath } from '#features/checkout/contract.ts';
import { checkoutFields } from '#features/checkout/index.ts';
import { orderDetails, orderPlaced } from '#features/orders/index.ts';
import { handleEvent } from '#platform/features/events.ts';
import { fillSlot } from '#platform/features/slots.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { giftNoteField, giftNoteOfOrder, giftNotes, keepGiftNote } from './index.ts';

const shop = useOpenShop(useDatabase(), {
  choices: {
    features: [giftNotes],
    fills: [...fillSlot(checkoutFields, [giftNoteField]), ...fillSlot(orderDetails, [giftNoteOfOrder])],
    handles: handleEvent(orderPlaced, [keepGiftNote]),
  },
});

/** Opens the checkout and fills in everything but the note. */
async function openCheckout(options: { hasScript?: boolean } = {}) {
  const shopper = await shop.sharedShopper(options);
  const { page, context } = shopper;
  const product = await addProduct(shop.app.shop);
  await context.request.post(addToCartPath, { form: { product_id: product } });
  await page.goto(checkoutPath);
  const fields = {
    Email: 'maeve@example.com',
    'First name': 'Maeve',
    'Last name': 'O’Brien',
    Street: '4 Quay Street',
    Town: 'Sligo',
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).first().fill(value);
  await page.getByLabel('Country').first().selectOption('IE');
  const finish = async () => {
    await page.getByRole('checkbox', { name: /terms/i }).press('Space');
    await page.getByRole('button', { name: /^Place order/ }).click();
    await page.getByRole('heading', { name: 'Your gift note' }).waitFor();
    return page.getByRole('main').textContent();
  };
  return { ...shopper, finish };
}

describe('a gift note in a browser', () => {
  it('has its characters counted by an island outside src/, including text typed before hydration', async () => {
    const { page, watch, finish } = await openCheckout();
    const note = page.getByLabel('Gift note');
    await note.fill('Happy birthday');
    await note.scrollIntoViewIfNeeded();
    const left = page.getByText(/^Characters left: \d+/);
    await expect.poll(() => left.innerText()).toBe('Characters left: 236');
    await note.pressSequentially(', you');
    await expect.poll(() => left.innerText()).toBe('Characters left: 231');
    await note.fill('x'.repeat(240));
    await expect.poll(() => page.locator('.field [role=status]').textContent()).toBe('Characters left: 10');
    await note.fill('Happy birthday');
    await checkAxe(page);
    expect(await finish()).toContain('Happy birthday');
    expect(watch.problems()).toEqual([]);
  });

  it('works without script, where the counter is hidden', async () => {
    const { page, watch, finish } = await openCheckout({ hasScript: false });
    await page.getByLabel('Gift note').fill('From all of us');
    expect(await page.getByText('Characters left:').isVisible()).toBe(false);
    expect(await finish()).toContain('From all of us');
    expect(watch.problems()).toEqual([]);
  });
});
