import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { applyScheduledPrices } from '#features/catalog/products/apply-scheduled-prices.ts';
import { composeOrderMails } from '#features/orders/emails/compose-order-mails.ts';
import { cancelOrder, createOrderLink, getOrder, type Order, orderPath } from '#features/orders/index.ts';
import { indexProducts } from '#features/search/indexing.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { createCustomer, payTestOrder, placeTestOrder, salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { calendarPath } from './order-calendar.ts';

const { database } = useDatabase();
const clock = testClock();
const hour = 60 * 60 * 1000;
const shownTime = /Saturday(?:,)? 8 December 2096(?: at|,) 10:00\s*[–-]\s*16:00 GMT/u;
let app: App;

beforeAll(async () => {
  app = await salesShop(database, { clock });
});

/** A workshop; by default on 8 December 2096 from ten to four. */
async function addWorkshop(changes: { startsAt?: Date; url?: string | null; stock?: number } = {}) {
  const { startsAt = new Date('2096-12-08T10:00:00Z'), url = null, stock = 6 } = changes;
  const slug = `workshop-${crypto.randomUUID()}`;
  const { id } = await saveTestProduct(app.shop, {
    ...{ name: 'A day at the wheel', slug, status: 'published' },
    master: {
      ...{ regularPrice: 14_500, virtual: true },
      eventStartsAt: startsAt,
      eventEndsAt: new Date(startsAt.getTime() + 6 * hour),
      ...{ eventTimeZone: 'Europe/Dublin', eventPlace: 'The sail loft', eventUrl: url },
      stock: { isOwn: true, managed: true, backorders: 'no', onHand: stock },
    },
  });
  return { id, path: `/product/${slug}` };
}

const orderWorkshop = async (changes: Parameters<typeof addWorkshop>[0] = {}): Promise<Order> =>
  placeTestOrder(app.shop, [[(await addWorkshop(changes)).id, 2]], { shippingMethod: '' });

async function openOrder(order: Order): Promise<Shopper> {
  const buyer = newShopper(app);
  await buyer.visit(createOrderLink(app.shop, order));
  return buyer;
}

const readOrder = async ({ id }: Order): Promise<Order> => {
  const order = await getOrder(app.shop.db, { id });
  if (!order) throw new Error('no order');
  return order;
};

const listLinks = (order: Order, kind: 'placed' | 'paid') =>
  composeOrderMails(app.shop, order, { kind })
    .filter(({ to }) => to === 'shopper')
    .flatMap(({ content }) => content.blocks.flatMap((block) => (block.kind === 'link' ? [block.href] : [])));

describe('an event', () => {
  it('is shown with its date, its zone and its place, on the page and in the cart, and is not shipped', async () => {
    const workshop = await addWorkshop();
    const shopper = newShopper(app);
    const { body } = await shopper.visit(workshop.path);
    expect(body).toMatch(/<time dateTime="2096-12-08T10:00:00\.000Z">/i);
    expect(body.replace(/<[^>]+>/g, ' ')).toMatch(shownTime);
    expect(body).toContain('The sail loft');
    await shopper.addToCart(workshop.id);
    const cart = (await shopper.visit('/cart')).body;
    expect(cart).toMatch(shownTime);
    expect(cart).toContain('The sail loft');
    const form = await shopper.fillInCheckout();
    expect(form).not.toBeNull();
    expect(form).not.toHaveProperty('shipping_method[0]');
  });

  it('never shows where an online one is joined to who has not paid', async () => {
    const url = 'https://meet.example/secret';
    const workshop = await addWorkshop({ url });
    const page = (await newShopper(app).visit(workshop.path)).body;
    expect(page).toContain('The sail loft, and online');
    expect(page).not.toContain(url);
    const order = await orderWorkshop({ url });
    const buyer = await openOrder(order);
    for (const path of [orderPath(order.token), calendarPath(order.token)])
      expect((await buyer.visit(path)).body).not.toContain(url);
    await payTestOrder(app.shop, order);
    expect((await buyer.visit(orderPath(order.token))).body).toContain(url);
    expect((await buyer.visit(calendarPath(order.token))).body).toContain(`URL:${url}`);
  });

  it('can be bought until it starts, and not after', async () => {
    const startsAt = new Date(clock.now().getTime() + 2 * hour);
    const workshop = await addWorkshop({ startsAt });
    const early = newShopper(app);
    await early.addToCart(workshop.id);
    const form = await early.fillInCheckout();
    if (!form) throw new Error('the cart can not be ordered');
    clock.forward(2 * hour);
    const refused = await early.placeOrder(form);
    expect(refused.body).not.toContain('Thank you');
    expect((await early.visit('/cart')).body).toContain('This date has started or passed. Please remove it.');
    const { rows } = await app.shop.db.execute(sql`select from order_lines where product_id = ${workshop.id}`);
    expect(rows).toEqual([]);
    const late = newShopper(app);
    expect((await late.visit(workshop.path)).body).toContain('Booking closed');
    const added = await late.addToCart(workshop.id);
    expect(added.body).toContain('has started or passed, so it can’t be booked any more');
  });

  it('leaves lists, filters and the search boost of what is in stock when it starts by the shop’s clock', async () => {
    const startsAt = new Date(clock.now().getTime() + 2 * hour);
    const workshop = await addWorkshop({ startsAt });
    const jobs = [applyScheduledPrices, indexProducts];
    const runJobs = async () => {
      await app.shop.jobs.add(app.shop.db, applyScheduledPrices, {});
      expect((await runJobsNow(app.shop, jobs)).failed).toEqual([]);
    };
    const readAvailability = async () => {
      const { rows } = await app.shop.db.execute(sql`select l.in_stock as listed, o.is_available as offered,
          v.is_available as chosen, d.ranking_boost >= 3 as boosted
        from product_listing l join product_offers o using (product_id) join offered_variations v using (product_id)
        join search_documents d using (product_id) where l.product_id = ${workshop.id}`);
      return rows[0];
    };
    await runJobs();
    expect(await readAvailability()).toEqual({ listed: true, offered: true, chosen: true, boosted: true });
    clock.forward(2 * hour);
    await runJobs();
    expect(await readAvailability()).toEqual({ listed: false, offered: false, chosen: false, boosted: false });
    // Another date is open again.
    const later = new Date(clock.now().getTime() + hour);
    await saveTestProduct(app.shop, {
      id: workshop.id,
      master: { eventStartsAt: later, eventEndsAt: new Date(later.getTime() + hour) },
    });
    await runJobs();
    expect(await readAvailability()).toEqual({ listed: true, offered: true, chosen: true, boosted: true });
  });
});

describe('the calendar file of an order', () => {
  it('is offered on the page and in the mails, and has what was bought even if the product changes', async () => {
    const order = await orderWorkshop();
    await app.shop.db.execute(
      sql`update variations set event_place = 'Elsewhere' where id = ${order.lines[0]?.variationId}`,
    );
    const buyer = await openOrder(order);
    const page = (await buyer.visit(orderPath(order.token))).body;
    expect(page).toContain('Add to calendar');
    expect(page.replace(/<[^>]+>/g, ' ')).toMatch(shownTime);
    const answer = await buyer.visit(calendarPath(order.token));
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringContaining(`order-${order.number}.ics`),
    });
    expect(answer.body).toContain('LOCATION:The sail loft\r\n');
    expect(answer.body).toContain('STATUS:TENTATIVE');
    expect(answer.body).toContain(`UID:order-${order.number}-`);
    expect(answer.body).toContain(`@${new URL(app.shop.config.publicUrl).host}\r\n`);
    expect(answer.body).not.toContain(order.token);
    await payTestOrder(app.shop, order);
    expect((await buyer.visit(calendarPath(order.token))).body).toContain('STATUS:CONFIRMED');
    const paid = await readOrder(order);
    for (const kind of ['placed', 'paid'] as const) {
      const [link = ''] = listLinks(paid, kind);
      expect(link).toContain(calendarPath(order.token));
      expect((await newShopper(app).visit(link)).body).toContain('BEGIN:VEVENT');
    }
  });

  it('is opened by the customer of the order, and by nobody else', async () => {
    const order = await orderWorkshop();
    const customer = await createCustomer(app.shop);
    await app.shop.db.execute(
      sql`update orders set customer_id = ${customer.customer.id}, visitor_id = null where id = ${order.id}`,
    );
    const url = calendarPath(order.token);
    const owner = newShopper(app);
    await startTestSession(app, owner, customer.customer);
    expect((await owner.visit(url)).body).toContain('BEGIN:VEVENT');
    const stranger = newShopper(app);
    await startTestSession(app, stranger, (await createCustomer(app.shop)).customer);
    for (const other of [newShopper(app), stranger]) {
      const refused = await other.visit(url);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(refused.body).not.toContain('BEGIN');
    }
  });

  it('is missing for an order that ended, and for one without events', async () => {
    const order = await orderWorkshop();
    const buyer = await openOrder(order);
    await inTransaction(app.shop.db, (tx) =>
      cancelOrder(app.shop, tx, { orderId: order.id, by: 'shop', reason: 'by-shop' }),
    );
    expect((await buyer.visit(calendarPath(order.token))).status).toBe(404);
    expect((await buyer.visit(orderPath(order.token))).body).not.toContain('Add to calendar');
    expect(listLinks(await readOrder(order), 'placed')).toEqual([]);
  });
});
