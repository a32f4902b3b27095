import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { createSystemActor, getActor } from '#platform/sessions/actor.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { type AuditEntry, recordAudit } from './record-audit.ts';

const { database, db, pool } = useDatabase();
const texts = defineTexts('kilns', { kiln: 'Kiln', saved: 'Saved' });
const kilns: Feature = {
  name: 'kilns',
  needs: [],
  permissions: [definePermission('kilns.read', 'See kilns')],
  texts: [texts],
  admin: {
    auditKinds: [
      { kind: 'kiln', text: texts.kiln, page: { requires: 'kilns.read', path: (id) => adminPath(`kilns/${id}`) } },
    ],
    routes: (http, shop) => {
      http.post(adminPath('kilns'), { config: { requires: 'kilns.read' } }, async (request) => {
        await inTransaction(db, async (tx) => recordAudit(tx, await getActor(shop, request), entry));
        return {};
      });
    },
  },
};
const entry: AuditEntry = {
  subject: { kind: 'kiln', id: 7, label: 'Big <b>' },
  action: 'kilns.edit-kiln',
  before: { degrees: 20, isHot: false, note: '', parts: ['door'] },
  after: { degrees: 900, isHot: true, note: '<script>x</script>', parts: [] },
};

let app: App;
const ada = createStaffCookie('Ada', openBackOffice.name, 'audit.read', 'kilns.read');
const bea = createStaffCookie('Bea', openBackOffice.name, 'audit.read');
const open = async (url: string, cookie = ada) =>
  (await app.http.inject({ url, headers: { cookie } })).body.replaceAll('<!-- -->', '');

beforeAll(async () => {
  const choices = { ...withTestSession, features: [...withTestSession.features, kilns] };
  app = await testShop(database, { choices, env: { TRUST_PROXY: '127.0.0.1' } });
  const headers = { cookie: ada, 'x-forwarded-for': '203.0.113.7' };
  await app.http.inject({ method: 'POST', url: '/admin/kilns', headers });
  for (let id = 100; id < 160; id += 1)
    await inTransaction(db, (tx) =>
      recordAudit(tx, createSystemActor('shop'), {
        ...{ subject: { kind: 'thing', id, label: `Thing ${id}` }, action: 'things.end-thing' },
        ...{ before: null, after: null },
      }),
    );
});

describe('the page of the audit', () => {
  it('shows who, from where, what, before and after, and leads to the object and its history', async () => {
    const body = await open('/admin/audit?object=kiln:7');
    expect(body).toMatch(/Ada \(you\)<\/a>.*203\.0\.113\.7/s);
    expect(body).toContain('Kiln Big &lt;b&gt;');
    expect(body).toContain('href="/admin/kilns/7"');
    expect(body).toMatch(/<dt>Degrees<\/dt><dd><del>20<\/del>.*<ins>900<\/ins>/s);
    expect(body).toMatch(/<dt>Is hot<\/dt><dd><del>No<\/del>.*<ins>Yes<\/ins>/s);
    expect(body).toContain('&lt;script&gt;x');
    expect(body).toContain('Edit kiln');
    expect(body).not.toMatch(/Thing|<script>x/);
    expect(await open('/admin/audit?object=kiln:7', bea)).not.toContain('/admin/kilns/7');
  });

  it('filters by person, kind, action and days, and says when nothing matches', async () => {
    const { rows } = await pool.query(
      `select by_staff_id as id from platform.audit_entries where by_staff_id is not null`,
    );
    const ofAda = await open(`/admin/audit?staff=${rows[0]?.id}`);
    expect(ofAda).not.toContain('Thing');
    expect(ofAda).toContain('Person: Ada (you)');
    expect(ofAda).toMatch(new RegExp(`<input[^>]* name="staff" checked="" value="${rows[0]?.id}"/>`));
    expect(await open('/admin/audit?kind=kiln')).not.toContain('Thing');
    expect(await open('/admin/audit?object=kiln:7')).toContain('Object: Kiln 7');
    for (const action of ['things.end-thing', 'end+thing'])
      expect(await open(`/admin/audit?action=${action}`)).not.toContain('<dt>Degrees');
    expect(await open('/admin/audit?action=edit+kiln')).not.toContain('Thing');
    expect(await open('/admin/audit?at.from=2020-01-01&at.to=2020-01-02')).toContain('No matches');
    expect(await open('/admin/audit?at.from=2020-01-01')).toContain('Thing 159');
  });

  it('offers the people to choose from, and finds them by a part of the name', async () => {
    const closed = await open('/admin/audit');
    expect(closed).toMatch(/<details[^>]* data-picker="staff">/);
    for (const query of ['_search=staff', 'staff.search=ad']) {
      const page = await open(`/admin/audit?${query}`, bea);
      expect(page).toMatch(/<details[^>]* data-picker="staff" open="">/);
      expect(page).toMatch(/<input[^>]* name="staff" value="\d+"\/><label[^>]*>Ada<\/label>/);
      expect(page).not.toContain('was left out');
    }
    expect(await open('/admin/audit?staff.search=nobody')).toContain('Nothing found.');
  });

  it('searches by the Enter key, which presses the first button, and not for people', async () => {
    const [form = ''] = /<form[^>]*data-filters.*?<\/form>/s.exec(await open('/admin/audit')) ?? [];
    expect(form).toContain('name="_search"');
    expect(/<button[^>]*>/.exec(form)?.[0]).not.toContain('_search');
  });

  it('finds an object by its whole name', async () => {
    expect(await open('/admin/audit?q=thing+100')).toContain('1 entry');
    expect(await open('/admin/audit?q=thing')).toContain('No matches');
  });

  it('continues after the last entry, and leaves out what no address can have', async () => {
    const first = await open('/admin/audit');
    expect(first).toContain('Thing 159');
    expect(first).not.toContain('Big');
    const next = /href="(\/admin\/audit\?after=[^"]+)"/.exec(first)?.[1] ?? '';
    const second = await open(next);
    expect(second).toContain('href="/admin/audit?object=kiln%3A7" aria-label="History of Kiln Big');
    expect(second).not.toContain('Thing 159');
    expect(await open('/admin/audit?kind=%00&object=&staff=x&at.from=2020-99-99&before=1')).toContain('Thing 159');
  });

  it('is a file too, with the changes as JSON', async () => {
    const file = await open('/admin/audit/-/rows.csv?object=kiln:7&columns=object,action,changes');
    expect(file).toContain('Kiln Big <b>,Edit kiln,"{""before"":{""degrees"":20');
  });

  it('is for those who may read it', async () => {
    const refused = await app.http.inject({
      url: '/admin/audit',
      headers: { cookie: createStaffCookie('Cleo', openBackOffice.name) },
    });
    expect(refused.statusCode).toBe(403);
  });
});
