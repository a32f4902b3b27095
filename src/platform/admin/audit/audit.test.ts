import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction, listStatements } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, createSystemActor } from '#platform/sessions/actor.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createCustomer, salesShop } from '#tests/support/sales.ts';
import { findChangedFields } from './changed-fields.ts';
import { auditData, eraseAudit, eraseOldNetworks } from './erase-audit.ts';
import { type AuditFilter, listAudit } from './list-audit.ts';
import { type AuditEntry, recordAudit } from './record-audit.ts';

const { database, db, pool } = useDatabase();
let shop: Shop;
let ada: Actor;

const network = '203.0.113.7';
const job = createSystemActor('job');
const subject = { kind: 'coupon', id: 7, label: 'SUMMER10' };
const entry: AuditEntry = { subject, action: 'promotions.edit-coupon', before: { worth: 10 }, after: { worth: 20 } };

const record = (actor: Actor, part: Partial<AuditEntry> = {}, runId: number | null = null) =>
  inTransaction(db, (tx) => recordAudit(tx, actor, { ...entry, ...part }, runId));
const list = (filter: AuditFilter = {}) => listAudit(db, filter, 50);

beforeAll(async () => {
  ({ shop } = await salesShop(database));
  const { customer } = await createCustomer(shop, 'ada@example.com');
  const { rows } = await pool.query<{ id: number }>(
    `insert into staff_members (customer_id, role) values ($1, 'clerk') returning id`,
    [customer.id],
  );
  const staffId = rows[0]?.id ?? 0;
  ada = { ...job, kind: 'staff', name: 'Ada', staffId, network };
});

beforeEach(async () => {
  await pool.query('alter table platform.audit_entries disable trigger all');
  await pool.query('delete from platform.audit_entries');
  await pool.query('alter table platform.audit_entries enable trigger all');
});

describe('an entry of the audit', () => {
  it('says who, what, before and after, with changed fields only', async () => {
    const ends = new Date('2030-01-01');
    await record(ada, { before: { worth: 10, ends, note: 'x' }, after: { worth: 20, ends, note: null } });
    const found = await list();
    expect(Object.keys(found[0]?.after ?? {}), 'in the order of the fields').toEqual(['worth', 'note']);
    expect(found).toEqual([
      {
        ...{
          id: expect.any(Number),
          at: expect.any(Date),
          byKind: 'staff',
          by: 'Ada',
          byStaffId: ada.staffId,
          network,
        },
        ...{ subjectKind: 'coupon', subjectId: '7', label: 'SUMMER10', action: 'promotions.edit-coupon' },
        ...{ before: { worth: 10, note: 'x' }, after: { worth: 20, note: null }, runId: null, isErased: false },
      },
    ]);
  });

  it('is written for what began, ended or has no fields, and not for what changed nothing', async () => {
    await record(job, { before: null, after: { code: 'A' } });
    await record(job, { before: { code: 'A' }, after: null });
    await record(job, { before: null, after: null });
    await record(job, { before: { code: 'A', list: [1] }, after: { code: 'A', list: [1] } });
    expect((await list()).map(({ before, after }) => [before, after])).toEqual([
      ...[
        [null, null],
        [{ code: 'A' }, null],
        [null, { code: 'A' }],
      ],
    ]);
  });

  it('rolls back with the change', async () => {
    const failing = inTransaction(db, async (tx) => {
      await recordAudit(tx, ada, entry);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await list()).toEqual([]);
  });

  it('has no secrets, whatever its fields are called around them', async () => {
    const sentinel = 'sentinel-5d0e7b1c';
    const secrets = { password: sentinel, apiKey: sentinel, totp_secret: sentinel, tokenHash: sentinel };
    await record(ada, { before: { smtp: secrets, list: [secrets] }, after: { ...secrets, hasPassword: true } });
    const { rows } = await pool.query<{ text: string }>(
      'select to_jsonb(e)::text as text from platform.audit_entries e',
    );
    expect(rows[0]?.text).toContain('(not recorded)');
    expect(rows[0]?.text).toContain('"hasPassword": true');
    expect(rows[0]?.text).not.toContain(sentinel);
  });

  it('is of limited size, and takes any text', async () => {
    const hostile = `zero\0half\ud800 ${'x'.repeat(100_000)}`;
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`${hostile.slice(0, 90)}${index}`, hostile]),
    );
    await record({ ...ada, name: hostile }, { subject: { ...subject, label: hostile }, before: many, after: null });
    const [found] = await list();
    expect(Object.keys(found?.before ?? {})).toHaveLength(101);
    expect(JSON.stringify(found).length).toBeLessThan(200_000);
    expect(findChangedFields({ deep: { a: ['\0'] } }, { deep: 1 })).toEqual({
      ...{ before: { deep: '{"a":["\\u0000"]}' }, after: { deep: 1 } },
    });
  });
});

describe('the audit', () => {
  it.each([
    'delete from platform.audit_entries',
    'truncate platform.audit_entries',
    `update platform.audit_entries set by = 'Bea'`,
    `update platform.audit_entries set after = '{"worth":30}'`,
    `update platform.audit_entries set label = 'OTHER', is_erased = false`,
    `update platform.audit_entries set at = now() - interval '1 day'`,
    `update platform.audit_entries set network = '198.51.100.1'`,
    `update platform.audit_entries set label = '', before = null, after = '{}', is_erased = true`,
  ])('is only ever added to: %s', async (statement) => {
    await record(ada);
    await expect(pool.query(statement)).rejects.toThrow(/only ever added to|erased_are_empty/);
    expect(await list()).toHaveLength(1);
  });

  it('is read by object and by person, newest first', async () => {
    await record(ada);
    await record(job, { action: 'promotions.end-coupon' });
    await record(ada, { subject: { kind: 'role', id: 'clerk', label: 'clerk' } });
    const list = async (filter: AuditFilter, limit = 50) =>
      (await listAudit(db, filter, limit)).map(({ action, subjectId }) => `${action} ${subjectId}`);
    expect(await list({ subject })).toEqual(['promotions.end-coupon 7', 'promotions.edit-coupon 7']);
    expect(await list({ subject: { kind: 'role', id: 'clerk' } })).toHaveLength(1);
    expect(await list({ staffId: ada.staffId ?? 0 })).toHaveLength(2);
    expect(await list({}, 2)).toEqual(['promotions.edit-coupon clerk', 'promotions.end-coupon 7']);
  });
});

describe('lists of the audit', () => {
  beforeAll(async () => {
    await pool.query(
      `insert into platform.audit_entries (at, by_kind, by, by_staff_id, subject_kind, subject_id, label, action)
      select now() - id * interval '1 minute', case when id % 50 = 0 then 'staff' else 'system' end, 'x',
        case when id % 50 = 0 then ${ada.staffId} end, 'product', id % 5000, 'x', 'catalog.edit-' || id % 40
      from generate_series(1, 50000) id`,
    );
    await pool.query('analyze platform.audit_entries');
  });

  it('read a page by an index, however many entries there are', async () => {
    const client = await pool.connect();
    try {
      const listed = listStatements().filter(({ name }) => name.startsWith('admin.list-audit'));
      expect(listed).toHaveLength(3);
      for (const { name, text } of listed) {
        const own = text.includes('subject_kind = $') ? ['product', '7'] : text.includes('$2') ? [ada.staffId] : [];
        const values = [51, ...own];
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan, name).toMatch(/Index (Only )?Scan/);
        expect(plan, name).not.toMatch(/Seq Scan on audit_entries/);
      }
    } finally {
      client.release();
    }
  });
});

describe('personal data in the audit', () => {
  it('is part of the customer’s data, and goes with it: who did what stays', async () => {
    const { customer } = await createCustomer(shop, 'cleo@example.com');
    const person = { kind: 'customer', id: customer.id, label: 'Cleo' };
    const change = { subject: person, action: 'customers.edit', before: { name: 'Cloe' }, after: { name: 'Cleo' } };
    await record(ada, { ...change, customerId: customer.id });
    await record(ada);
    const exported = JSON.stringify(await auditData.read(shop, db, customer));
    expect(exported).toContain('Cloe');
    expect(exported).not.toMatch(/Ada|203\.0/);
    await inTransaction(db, async (tx) => auditData.erase?.(shop, tx, customer));
    expect(await auditData.read(shop, db, customer)).toEqual([]);
    const [kept, erased] = await list();
    expect(kept).toMatchObject({ label: 'SUMMER10', isErased: false });
    expect(erased).toMatchObject({ by: 'Ada', action: 'customers.edit', label: '', before: null, isErased: true });
  });

  it('of an object goes when its feature says so', async () => {
    await record(ada);
    await record(ada, { subject: { ...subject, id: 8 } });
    await inTransaction(db, (tx) => eraseAudit(tx, 'coupon', [7, 9]));
    expect((await list()).map(({ isErased }) => isErased)).toEqual([false, true]);
  });

  it('as a network is erased after a time', async () => {
    await record(ada);
    await eraseOldNetworks(db, new Date(Date.now() - 60_000));
    expect((await list())[0]?.network).toBe(network);
    await eraseOldNetworks(db, new Date(Date.now() + 60_000));
    expect((await list())[0]?.network).toBeNull();
  });
});

describe('a changed setting', () => {
  it('is in the audit too, and a changed secret without its value', async () => {
    const sentinel = 'sentinel-77c1d2e0';
    const change = (key: string, value: unknown) => changeSettings(shop, [{ key, value, version: null }], ada);
    expect(await change('audit.keepNetworkDays', 30)).toMatchObject({ ok: true });
    expect(await change('wallet.clientId', 'kiln')).toMatchObject({ ok: true });
    expect(await change('wallet.clientSecret', sentinel)).toMatchObject({ ok: true });
    const [secret, , setting] = await list({ staffId: ada.staffId ?? 0 });
    expect(setting).toMatchObject({
      ...{ subjectKind: 'setting', subjectId: 'audit.keepNetworkDays', action: 'settings.change', network },
      ...{ before: { value: 90, version: 0 }, after: { value: 30, version: 1 } },
    });
    expect(secret).toMatchObject({ subjectId: 'wallet.clientSecret', after: { version: 1 } });
    expect(JSON.stringify(secret)).not.toContain(sentinel);
  });
});
