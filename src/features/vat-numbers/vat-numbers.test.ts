import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { checkoutPath } from '#features/checkout/contract.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesShop } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database } = useDatabase();
let app: App;

beforeAll(async () => {
  app = await salesShop(database, { settings: { 'vat-numbers': { field: 'optional' } } });
});

async function checkOut(vat_number: string) {
  const shopper = newShopper(app);
  await shopper.addToCart(await addProduct(app.shop));
  const form = { ...(await shopper.fillInCheckout()), vat_number };
  return { shopper, form, answer: await shopper.placeOrder(form) };
}

describe('the VAT number at the checkout', () => {
  it('is kept with its prefix and shown with the order', async () => {
    const { shopper, answer } = await checkOut('6388047 v');
    expect(answer.status).toBe(303);
    expect((await shopper.visit(answer.location)).body).toContain('VAT number: IE6388047V');
  });

  it('is optional', async () => {
    const { shopper, answer } = await checkOut(' ');
    expect((await shopper.visit(answer.location)).body).not.toContain('VAT number');
  });

  it('that is wrong is refused beside its field, and can be corrected', async () => {
    const { shopper, form, answer } = await checkOut('IE6388047W');
    expect(answer.body).toContain('This is not a VAT number of Ireland.');
    expect(answer.body).toMatch(
      /<input[^>]*name="vat_number"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="vat_number"/,
    );
    expect((await shopper.placeOrder({ ...form, vat_number: '' })).status).toBe(303);
  });

  it('that is too long is refused', async () => {
    const { answer } = await checkOut('9'.repeat(31));
    expect(answer.body).toContain('“VAT number” can have at most 30 characters.');
    expect((await checkOut('9'.repeat(100_000))).answer.status).toBe(400);
  });

  it('[E9] is asked for at the billing address, in both forms', async () => {
    const shopper = newShopper(app);
    await shopper.addToCart(await addProduct(app.shop));
    for (const form of ['classic', 'block']) {
      await changeSettings(app.shop, [{ key: 'checkout.form', value: form, version: null }], 'shop');
      const { body } = await shopper.visit(checkoutPath);
      const [address, number, note] = ['name="billing_postcode"', 'name="vat_number"', 'id="note-title"'].map((part) =>
        body.indexOf(part),
      );
      expect(address, form).toBeGreaterThan(0);
      expect(number, form).toBeGreaterThan(address ?? 0);
      expect(note, form).toBeGreaterThan(number ?? 0);
    }
    await changeSettings(app.shop, [{ key: 'checkout.form', value: undefined, version: null }], 'shop');
  });

  it('is not asked for unless the shop wants it', async () => {
    const plain = await salesShop(database);
    const shopper = newShopper(plain);
    await shopper.addToCart(await addProduct(plain.shop));
    expect((await shopper.visit(checkoutPath)).body).not.toContain('vat_number');
  });
});
