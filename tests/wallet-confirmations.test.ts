import { expect, it } from 'vitest';
import type { ExpressStartReply } from '#features/checkout/contract.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { walletShop } from '#tests/support/wallet-shop.ts';

const { database } = useDatabase({ connections: 12 });
const base = '/api/store/v1';

it.each(['pending', 'payerActionRequired'] as const)(
  'a confirmation that had to ask again is answered with the order that another one has placed meanwhile (%s, pitfall 35)',
  async (fault) => {
    const { app, sandbox } = await walletShop(database);
    const shopper = newShopper(app);
    await shopper.addToCart(await addProduct(app.shop, { stock: 50 }));
    sandbox.faults.planNext({ [fault]: true });
    const begun = (
      await shopper.submit(`${base}/cart/order`, { payment_method: 'wallet' })
    ).json() as ExpressStartReply;
    const { payment } = begun;
    const home = { country: 'IE', city: 'Cork', postcode: 'T12 X0Y1' };
    await shopper.submit(`${base}/checkout/express/quote`, { payment, ...home });
    await sandbox.control.approve(String(begun.client?.orderId));
    const confirm = () => shopper.submit(`${base}/checkout/express/confirm`, { payment, terms: '1' });
    const asked = () => sandbox.calls.filter(({ operation }) => operation === 'getOrder').length;
    const before = asked();
    sandbox.faults.script('getOrder', 'errorBefore');
    const first = confirm();
    await expect.poll(asked, { interval: 1 }).toBe(before + 1);
    const replies = await Promise.all([first, confirm()]);
    expect(replies.map((reply) => [reply.status, (reply.json() as { code?: string }).code])).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
  },
);
