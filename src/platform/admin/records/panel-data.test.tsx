import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { extendRecord } from './extend-record.ts';
import { jsonMoment } from './panel-data.ts';
import { type AdminPanel, defineAdminRecord, defineEvents, definePanel } from './record.ts';

const { database } = useDatabase();
const texts = defineTexts('ovens', { oven: 'Oven', part: 'Part' });

interface Oven {
  readonly id: number;
  readonly name: string;
}

const firings = definePanel({
  ...{ id: 'firings', title: texts.part, column: 'main' },
  data: (_shop, id) => sql`select json_build_object('cents', ${id} * 100, 'at', now())`,
  schema: z.strictObject({ cents: z.int(), at: jsonMoment }),
  render: (_shop, { name }: Oven, { cents, at }, actor) =>
    `${name} costs ${cents} ${at instanceof Date} for ${actor.name}`,
});
const simple = (id: string, data: AdminPanel['part']): AdminPanel => ({
  ...{ id, title: texts.part, column: 'main', render: (_shop, _subject, _actor, value) => `${id}: ${value}` },
  ...(data && { part: data }),
});
const number = (id: string, requires?: string) => ({
  ...simple(id, { data: () => sql`select to_json(7)`, schema: z.int() }),
  ...(requires && { requires }),
});

const oven = defineAdminRecord<Oven>({
  ...{ name: 'ovens.oven', path: adminPath('ovens/:id'), requires: 'ovens.read', subject: 'oven' },
  load: async (_shop, _db, id) => ({ id, name: 'Anagama' }),
  head: (_shop, { name }) => ({ title: name }),
  panels: [firings, ...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => number(id)), number('secret', 'ovens.secret')],
  events: [
    defineEvents({
      ...{ id: 'lit', describedActions: ['ovens.light'] },
      data: () => sql`select json_build_array('2026-05-01T10:00:00Z'::timestamptz)`,
      schema: z.array(jsonMoment),
      list: (_shop, { name }: Oven, moments) => moments.map((at) => ({ id: 'lit-1', at, what: `${name} was lit` })),
    }),
  ],
});

const ovens: Feature = {
  ...{ name: 'ovens', needs: [], texts: [texts] },
  permissions: ['ovens.read', 'ovens.secret'].map((name) => definePermission(name, 'Ovens')),
  admin: { records: [oven], auditKinds: [{ kind: 'oven', text: texts.oven }] },
};
const broken = extendRecord(oven, {
  panels: [
    simple('division', { data: () => sql`select to_json(1 / 0)`, schema: z.int() }),
    simple('shape', { data: () => sql`select to_json('text'::text)`, schema: z.int() }),
    definePanel({
      ...{ id: 'nothing', title: texts.part, column: 'side' },
      ...{ data: () => sql`select null::json`, schema: z.int(), render: () => 'never shown' },
    }),
  ],
});

const startShop = (extensions: typeof broken) =>
  testShop(database, {
    choices: { ...withTestSession, features: [...withTestSession.features, ovens], extends: extensions },
    env: { LOG_LEVEL: 'silent' },
  });

let app: App;

beforeAll(async () => {
  app = await startShop([]);
  const light = { subject: { kind: 'oven', id: 3, label: 'Anagama' }, before: null, after: null };
  await inTransaction(app.shop.db, async (tx) => {
    await recordAudit(tx, createSystemActor('job'), { ...light, action: 'ovens.light' });
    await recordAudit(tx, createSystemActor('job'), { ...light, action: 'ovens.paint' });
  });
});

async function get(shop: App, ...permissions: readonly string[]) {
  const cookie = createStaffCookie('Ada', openBackOffice.name, 'ovens.read', ...permissions);
  const counted = await countQueries(() =>
    shop.http.inject({ url: '/admin/ovens/3', headers: { cookie, accept: 'text/html' } }),
  );
  return { ...counted, body: counted.value.body.replaceAll('<!-- -->', '') };
}

describe('panels with data', () => {
  it('load it in one statement, typed, and only what the reader may see', async () => {
    await get(app);
    const { body, texts: statements } = await get(app);
    expect(body).toContain('Anagama costs 300 true for Ada');
    expect(body).toContain('f: 7');
    expect(body).not.toContain('secret: 7');
    // The one of all panels and events, and the entries of the audit: the object itself needs none.
    expect(statements.filter((text) => text.includes('json_build_array'))).toHaveLength(1);
    expect(statements.filter((text) => text.includes('audit_entries'))).toHaveLength(1);
    const all = await get(app, 'ovens.secret');
    expect(all.body).toContain('secret: 7');
    expect(all.queries).toBe((await get(app)).queries);
  });

  it('are shown as failed one by one, and those without a value not at all', async () => {
    const other = await startShop(broken);
    const { body, value } = await get(other);
    expect(value.statusCode).toBe(200);
    expect(body.match(/This part can’t be shown/g)).toHaveLength(2);
    expect(body).toContain('Anagama costs 300');
    expect(body).not.toMatch(/division: |shape: |never shown|id="nothing"/);
  });
});

it('the history has events between the entries of the audit, each thing once', async () => {
  const { body } = await get(app);
  expect(body.indexOf('Paint')).toBeGreaterThan(0);
  expect(body.indexOf('Anagama was lit')).toBeGreaterThan(body.indexOf('Paint'));
  expect(body).not.toContain('>Light<');
});
