import { beforeAll, describe, expect, it } from 'vitest';
import type { Shop } from '#platform/features/shop.ts';
import type { MailBlock } from '#platform/mail/kit/mail-content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import {
  confirmTestOrder,
  homeAddress,
  payTestOrder,
  placeTestOrder,
  refundTestOrder,
  salesShop,
} from '#tests/support/sales.ts';
import { getTestBrowser } from '#tests/support/test-browser.ts';
import { getOrder, type Order } from '../order.ts';
import { composeOrderMails, type OrderMailKind } from './compose-order-mails.ts';

const { database } = useDatabase();
let shop: Shop;
let placed: Order;
let paid: Order;

const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';

beforeAll(async () => {
  ({ shop } = await salesShop(database));
  const { id } = await saveTestProduct(shop, {
    name: `${word} jug`,
    status: 'published',
    purchaseNote: `<p>Care: <a href="/care">https://example.com/${word}</a></p>`,
    master: { regularPrice: 123_456_789 },
  });
  const billing = { ...homeAddress, first_name: word, company: word, address_1: word };
  const changes = { billing, note: `Ring at ${word}.`, email: `${'long'.repeat(14)}@example.com` };
  const place = () => placeTestOrder(shop, [[id, 1]], changes);
  const read = async (order: Order) => (await getOrder(shop.db, { id: order.id })) ?? order;
  placed = await place();
  await confirmTestOrder(shop, placed);
  placed = await read(placed);
  paid = await place();
  await confirmTestOrder(shop, paid);
  await payTestOrder(shop, paid);
  await refundTestOrder(shop, paid, { amount: 100, reason: word });
  paid = await read(paid);
});

const kinds: readonly OrderMailKind[] = [
  ...(['placed', 'paid', 'cancelled', 'refunded', 'link', 'completed', 'payment-reminder', 'note'] as const),
  ...(['late-payment-kept', 'order-reopened', 'paid-otherwise', 'refund-incomplete'] as const),
];

/** Every kind of block with words that are wider than a phone. */
const blocks: readonly MailBlock[] = [
  { kind: 'heading', text: word },
  { kind: 'paragraph', text: word },
  { kind: 'small', text: word },
  { kind: 'code', text: `npm run shop -- orders show ${word}` },
  { kind: 'button', text: word, href: '/' },
  { kind: 'link', text: word, href: `/${word}` },
  { kind: 'line' },
  { kind: 'facts', facts: [{ label: word, value: word }] },
  { kind: 'rows', rows: [{ text: word, amount: '€123,456,789.00', notes: [word], html: `<p>${word}</p>` }] },
];

describe('every mail', () => {
  it('fits into 320 px, whatever its words, and has a readable text', async () => {
    const refund = paid.refunds[0]?.id;
    const request = { sentAt: 1, refund, note: 1, text: `${word}\n\n${word}` };
    const mails = kinds.flatMap((kind) =>
      composeOrderMails(shop, kind === 'placed' || kind === 'payment-reminder' ? placed : paid, {
        kind,
        ...request,
      }).map(({ name, content }) => [name, shop.renderMail(content)] as const),
    );
    expect(mails.map(([name]) => name)).toEqual(expect.arrayContaining(['confirmation', 'owner', 'payment-reminder']));
    const context = await (await getTestBrowser()).newContext({ viewport: { width: 320, height: 600 } });
    const page = await context.newPage();
    for (const [name, { html, text }] of [...mails, ['blocks', shop.renderMail({ title: word, blocks })] as const]) {
      await page.setContent(html);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([name, width]).toEqual([name, 320]);
      // No stray whitespace, no markup, and each link is written out.
      expect(text).not.toMatch(/[ \t]$|\n{3}|<\w|&\w+;|undefined/m);
      const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
      for (const href of links) expect(text).toContain(href);
    }
    await context.close();
  });

  it.each([320, 390, 600])('breaks no line within a price or a quantity at %i px', async (width) => {
    const rows = Array.from({ length: 90 }, (_, length) => {
      const name = 'lovely '.repeat(13).slice(0, length + 1);
      return { text: `${name} × 2`, amount: '€9.00', notes: [`${name} (+€9.00)`, `${name} (+9,00\u00a0€)`] };
    });
    const context = await (await getTestBrowser()).newContext({ viewport: { width, height: 600 } });
    const page = await context.newPage();
    await page.setContent(shop.renderMail({ title: 'Order', blocks: [{ kind: 'rows', rows }] }).html);
    const broken = await page.locator('td').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const [suffix] = /(?:\(\+|× ).*$/.exec(node.nodeValue ?? '') ?? [];
          if (suffix === undefined) continue;
          const range = document.createRange();
          range.setStart(node, (node.nodeValue ?? '').length - suffix.length);
          range.setEnd(node, (node.nodeValue ?? '').length);
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (tops.size !== 1) found.push(node.nodeValue ?? '');
        }
        return found;
      }),
    );
    expect(broken).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await page.locator('td', { hasText: '(+€9.00)' }).last().innerText()).toMatch(/ × 2\s+.* \(\+€9\.00\)\s/);
    await context.close();
  });

  it('to the owner has the sections of the shopper’s', () => {
    const [shopper, owner] = composeOrderMails(shop, placed, { kind: 'placed' }).map(({ content }) =>
      content.blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : [])),
    );
    expect(owner).toEqual(['Order summary', 'Contact', 'Addresses', 'Customer’s note']);
    expect(shopper).toEqual(['How to pay', 'Order summary', 'Addresses', 'Your note']);
  });
});
