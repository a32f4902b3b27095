import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { findPages } from '#features/search/index.ts';
import { indexChanges } from '#features/search/indexing.ts';
import { withdrawalPath } from '#features/withdrawals/index.ts';
import { countQueries } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { placeTestOrder, salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { findOrderPath, orderPath } from '../contract.ts';
import { orderMailJob } from '../emails/order-mail-job.ts';
import type { Order } from '../order.ts';
import { findOrderJob } from './find-order-job.ts';

const { database } = useDatabase();
const clock = testClock();
let app: App;

beforeAll(async () => {
  app = await salesShop(database, { clock, env: { TRUST_PROXY: '127.0.0.1' } });
});

let networks = 0;
/** A guest in a network of their own. */
const newGuest = () => {
  networks += 1;
  return newShopper(app, { address: `203.0.113.${networks}` });
};

const place = async () => placeTestOrder(app.shop, [[await addProduct(app.shop), 1]]);
const fill = (number: number | string, email: string) => ({ order_number: String(number), order_email: email });

async function readLinkMails({ number }: Pick<Order, 'number'>): Promise<{ recipient: string; plain: string }[]> {
  const { failed } = await runJobsNow(app.shop, [findOrderJob, orderMailJob]);
  expect(failed).toEqual([]);
  const { rows } = await app.shop.db.execute<{ recipient: string; plain: string }>(
    sql`select recipient, plain from platform.mail where id like ${`order:${number}:link:%`} order by id`,
  );
  return rows;
}

describe('[D16] a guest who looks up an order by number and email', () => {
  it('gets the link to its page at the address of the order, and nothing on the page', async () => {
    const order = await place();
    const guest = newGuest();
    const form = await guest.visit(findOrderPath);
    expect([form.status, form.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const sent = await guest.submit(findOrderPath, fill(` #${order.number}`, 'ADA@example.com'));
    expect([sent.status, sent.location]).toEqual([303, `${findOrderPath}?sent=1`]);
    const answer = await guest.visit(sent.location);
    expect(answer.body).toContain('If both match an order');
    for (const secret of [order.token, 'ada@example.com', '1 Quay Lane'])
      expect(answer.body.toLowerCase()).not.toContain(secret.toLowerCase());
    expect((await guest.visit(orderPath(order.token))).status).toBe(404);
    const [mail] = await readLinkMails(order);
    expect(mail?.recipient).toBe('ada@example.com');
    const link = /https?:\/\/\S+\?key=\S+/.exec(mail?.plain ?? '')?.[0] ?? '';
    const page = await newGuest().visit(link.slice(app.shop.config.publicUrl.length));
    expect([page.status, page.body.includes(`Order ${order.number}`)]).toEqual([200, true]);
  });

  it('has one answer, of the same statements, for orders that match, that do not and that do not exist', async () => {
    const order = await place();
    const tries = [
      fill(order.number, 'ada@example.com'),
      fill(order.number, 'eve@example.com'),
      fill(999_999_999, 'ada@example.com'),
      fill('no-number', 'ada@example.com'),
      fill('9'.repeat(30), 'ada@example.com'),
    ];
    // What the first request does once.
    await newGuest().submit(findOrderPath, fill(666_666_666, 'ada@example.com'));
    const answers = [];
    for (const form of tries) {
      const guest = newGuest();
      const { value, texts } = await countQueries(() => guest.submit(findOrderPath, form));
      const { status, location, body } = value;
      answers.push({ status, location, body, texts, page: (await guest.visit(location)).body.length });
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await readLinkMails(order)).toHaveLength(1);
  });

  it('is told at the fields what is missing, and keeps what was typed', async () => {
    const answer = await newGuest().submit(findOrderPath, fill('1042', 'ada at example'));
    expect([answer.status, answer.body.includes('value="1042"')]).toEqual([422, true]);
  });

  it('may try a few times: per number, whether there is such an order or not, and per network', async () => {
    const order = await place();
    for (const number of [order.number, 888_888_888]) {
      const answers = [];
      for (let time = 0; time < 6; time += 1)
        answers.push((await newGuest().submit(findOrderPath, fill(number, `p${time}@example.com`))).status);
      expect(answers).toEqual([...Array.from({ length: 5 }, () => 303), 429]);
    }
    const guest = newGuest();
    const ofNetwork = [];
    for (let time = 0; time < 21; time += 1)
      ofNetwork.push((await guest.submit(findOrderPath, fill(700_000_000 + time, 'p@example.com'))).status);
    expect(ofNetwork.filter((status) => status === 303)).toHaveLength(20);
    const refused = await guest.submit(findOrderPath, fill(700_000_099, 'p@example.com'));
    expect([refused.status, refused.body.includes('too many attempts')]).toEqual([429, true]);
  });

  it('floods nobody: an order is mailed three links an hour', async () => {
    const order = await place();
    for (let time = 0; time < 5; time += 1) {
      await newGuest().submit(findOrderPath, fill(order.number, 'ada@example.com'));
      clock.forward(1_000);
    }
    expect(await readLinkMails(order)).toHaveLength(3);
  });

  it('finds the way in the footer, on the page about withdrawals, and by a search', async () => {
    const footer = /<footer class="site-footer">.*<\/footer>/s.exec((await newGuest().visit('/shop')).body)?.[0];
    expect(footer).toContain(`href="${findOrderPath}"`);
    expect((await newGuest().visit(withdrawalPath)).body).toContain(`href="${findOrderPath}"`);
    await indexChanges(app.shop);
    const paths = async (text: string) => (await findPages(app.shop, text)).map(({ path }) => path);
    expect(await paths('find order')).toContain(findOrderPath);
  });
});
