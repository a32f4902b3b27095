import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { couponForm } from '#features/promotions/index.ts';
import { extendForm } from '#platform/admin/forms/extend-form.ts';
import { countQueries } from '#platform/database/database.ts';
import { line } from '#platform/forms/kinds.ts';
import { type Actor, createSystemActor } from '#platform/sessions/actor.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { useDatabase } from '#tests/support/database.ts';
import { withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { describeChanges } from './describe-changes.ts';
import type { AuditRow } from './list-audit.ts';

const { database, pool } = useDatabase();
const texts = defineTexts('gifts', { gift: 'Gift' });
const gift = extendForm(couponForm, {
  ...{ name: 'gift', title: texts.gift, requires: 'orders.read' },
  fields: () => ({ paper: line({ label: 'Paper', max: 20 }) }),
  load: async () => ({ paper: '' }),
  save: async () => ({ ok: true }),
});

let app: App;
const nobody: Actor = { ...createSystemActor('job'), kind: 'staff', permissions: new Map() };
const reader = createSystemActor('job');

const row = (part: Partial<AuditRow>): AuditRow => ({
  ...{ id: 1, at: new Date(), byKind: 'staff', by: 'Ada', byStaffId: 1, network: null, subjectKind: 'coupon' },
  ...{ subjectId: '7', label: 'X', action: 'promotions.save-coupon', before: null, after: null, runId: null },
  ...{ isErased: false, ...part },
});

async function describeOne(part: Partial<AuditRow>, actor = reader) {
  const described = await describeChanges({ shop: app.shop, db: app.shop.db, actor }, [row(part)]);
  return described.get(1)?.map(({ label, before, after }) => [label, before, after]);
}

beforeAll(async () => {
  app = await testShop(database, {
    choices: { features: [...withTestSession.features], provides: withTestSession.provides, extends: gift },
  });
  await pool.query(
    `insert into brands (id, slug, name) overriding system value values (71, 'kiln', 'Kiln'), (72, 'wheel', 'Wheel')`,
  );
});

describe('changes in the audit', () => {
  it('have the labels of the form, and values as it shows them', async () => {
    const before = { minSpend: null, type: 'cart', individualUse: false, endsAt: null, brandIds: [71] };
    const after = {
      ...{ minSpend: { amount: 2000, currency: 'JPY' }, type: 'percent', individualUse: true },
      ...{ endsAt: '2030-01-02T03:04:00.000Z', brandIds: [71, 72, 99] },
    };
    expect(await describeOne({ before, after })).toEqual([
      ['Minimum spend', '(empty)', expect.stringMatching(/^JP¥2,000$/)],
      ['Discount', 'An amount off the order', 'A percentage'],
      ['Can’t be combined with other coupons', 'No', 'Yes'],
      ['Ends', '(empty)', expect.stringMatching(/2030/)],
      ['Brands', 'Kiln', 'Kiln, Wheel, #99'],
    ]);
  });

  it('of actions and of other kinds have labels too, what nobody names has words', async () => {
    const ended = { before: { isEnabled: true }, after: { isEnabled: false } };
    for (const action of ['promotions.end-coupon', 'promotions.end-coupon:undo'])
      expect(await describeOne({ action, ...ended })).toEqual([['Can be used', 'Yes', 'No']]);
    expect(await describeOne({ subjectKind: 'gone', before: { isHot: true, x_y: [1, 'a'] }, after: {} })).toEqual([
      ['Is hot', 'Yes', '(empty)'],
      ['X y', '1, a', '(empty)'],
    ]);
    const given = { 'orders.refund': 5000, 'orders.read': true };
    const [refund, read] = (await describeOne({ subjectKind: 'role', before: {}, after: given })) ?? [];
    expect([refund?.slice(1), read?.slice(1)]).toEqual([
      ['No', 'Up to €50.00'],
      ['No', 'Yes'],
    ]);
  });

  it('of operations and states of orders have labels and words of their own', async () => {
    const order = { subjectKind: 'order', action: 'fulfilment.record-delivery' };
    const after = { parcel: 'Post A1', state: 'settled', on: '2030-01-02', restocked: 2 };
    expect(await describeOne({ ...order, after })).toEqual([
      ['Parcel', null, 'Post A1'],
      ['What happened', null, expect.stringMatching(/^Failed or returned, settled without a new shipment or a refund/)],
      ['On', null, expect.stringMatching(/2030/)],
      ['Back in stock', null, '2'],
    ]);
    const refund = { amount: { amount: 500, currency: 'EUR' }, restock: true, isByHand: true };
    expect(await describeOne({ ...order, action: 'payments.refund-order', after: refund })).toEqual([
      ['Amount', null, '€5.00'],
      ['Put the items back in stock', null, 'Yes'],
      ['Manual', null, 'Yes'],
    ]);
    const states = {
      before: { status: 'on-hold', shipment: 'unshipped' },
      after: { status: 'processing', shipment: 'partly' },
    };
    expect(await describeOne({ ...order, action: 'orders.cancel-orders', ...states })).toEqual([
      ['State', 'On hold', 'Processing'],
      ['Shipment', 'Not shipped', 'Partly shipped'],
    ]);
  });

  it('of settings have the words of their definition', async () => {
    const change = { subjectKind: 'setting', subjectId: 'audit.keepNetworkDays', action: 'settings.change' };
    expect(
      await describeOne({ ...change, before: { value: 90, version: 0 }, after: { value: 30, version: 1 } }),
    ).toEqual([['Days until the network address of an entry of the audit is erased', '90', '30']]);
    expect(await describeOne({ ...change, before: { version: 1 }, after: { version: 2 } })).toEqual([
      ['A value that is not recorded, version', '1', '2'],
    ]);
  });

  it('of values that were cut are not their JSON', async () => {
    const cut = { before: { brandIds: '[{"id":71,"na…' }, after: { brandIds: [71] } };
    expect(await describeOne(cut)).toEqual([['Brands', '(too long to show here)', 'Kiln']]);
  });

  it('of what is new or gone leave out empty fields', async () => {
    const values = { code: 'A', description: '', minSpend: null, brandIds: [], individualUse: false, priority: 0 };
    expect(await describeOne({ after: values })).toEqual([
      ['Code', null, 'A'],
      ['Priority', null, '0'],
    ]);
    expect(await describeOne({ before: values })).toEqual([
      ['Code', 'A', null],
      ['Priority', '0', null],
    ]);
  });

  it('of fields from outside are shown to who may see them', async () => {
    const change = { before: { 'gift.paper': 'red' }, after: { 'gift.paper': 'blue' } };
    expect(await describeOne(change)).toEqual([['Paper', 'red', 'blue']]);
    expect(await describeOne(change, nobody)).toEqual([]);
  });

  it('show values of another time as they are', async () => {
    const before = { brandIds: '[1,2,…', minSpend: 'much', type: 7 };
    expect(await describeOne({ before, after: {} })).toEqual([
      ['Brands', '[1,2,…', '(empty)'],
      ['Minimum spend', 'much', '(empty)'],
      ['Discount', '7', '(empty)'],
    ]);
  });

  it('show a text that looks like a moment and is none as it is', async () => {
    const after = { name: '2030-99-99T00:00:00Z' };
    expect(await describeOne({ subjectKind: 'list-view', after })).toEqual([['Name', null, '2030-99-99T00:00:00Z']]);
  });

  it('name records by one statement, however many entries there are', async () => {
    const rows = Array.from({ length: 50 }, (_, index) =>
      row({ id: index + 1, before: { brandIds: [71] }, after: { brandIds: [72] } }),
    );
    const { queries, value } = await countQueries(() =>
      describeChanges({ shop: app.shop, db: app.shop.db, actor: reader }, rows),
    );
    expect([queries, value.size, value.get(50)?.[0]?.after]).toEqual([1, 50, 'Wheel']);
  });
});
