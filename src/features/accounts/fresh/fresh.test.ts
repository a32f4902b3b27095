import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { hashPassword } from '#features/accounts/passwords/password.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import { startRun } from '#platform/admin/runs/start-run.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { formBody } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { findStaffActor } from '#platform/sessions/actor.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { createTestAccount } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';

const kilnsPath = adminPath('kilns');
const password = 'three grey herons';
let fired: FormBody[] = [];

const fire = defineMutation({
  name: 'kilns.fire',
  description: 'Fires a kiln.',
  schema: formBody,
  requires: 'kilns.write',
  requiresFresh: true,
  files: () => ({ maxFiles: 1, maxBytes: 1000 }),
  run: async (_call, form): Promise<{ ok: true }> => {
    fired.push(form);
    return { ok: true };
  },
  form: { path: kilnsPath, success: () => ({ redirectTo: kilnsPath }) },
});

const texts = defineTexts('kilns', { melt: 'Melt kilns' });
const change = { label: 'Kiln', before: { degrees: 20 }, after: { degrees: 900 } };

const melt = defineBulkAction({
  ...{ name: 'kilns.melt', text: texts.melt, subject: 'kiln', requires: 'kilns.write', isDangerous: true },
  run: async () => ({ ok: true, change }),
  undo: async () => ({ ok: true, change }),
});

const kilns: Feature = {
  name: 'kilns',
  needs: ['accounts'],
  permissions: [
    definePermission('kilns.write', 'Fire kilns'),
    definePermission('kilns.sell', 'Sell kilns', { isDangerous: true }),
  ],
  mutations: [fire],
  texts: [texts],
  admin: {
    bulkActions: [melt],
    routes: (http) => {
      http.get(kilnsPath, { config: { requires: 'kilns.write' } }, async () => 'kilns');
      http.get(adminPath('kilns/sell'), { config: { requires: 'kilns.sell' } }, async () => 'sold');
    },
  },
};

const { database, pool } = useDatabase();
let app: App;
let owner: Shopper;
let other: Shopper;

beforeAll(async () => {
  app = await testShop(database, { choices: { features: [kilns] } });
  const hash = await hashPassword(password);
  [owner, other] = [newShopper(app), newShopper(app)];
  for (const [device, email] of [
    [owner, 'ada@example.com'],
    [other, 'bea@example.com'],
  ] as const) {
    const { id } = await createTestAccount(app, device, { email, hash });
    await pool.query(`insert into staff_members (customer_id, role) values ($1, 'owner')`, [id]);
  }
});

beforeEach(async () => {
  fired = [];
  await pool.query('delete from kept_forms');
  await pool.query(`update account_sessions set created_at = now()`);
});

const growOld = () => pool.query(`update account_sessions set created_at = created_at - interval '16 minutes'`);
const readReturnPath = (location: string) => new URLSearchParams(location.split('?')[1]).get('return') ?? '';
const signInAgain = (device: Shopper, returnTo: string, username = 'ada@example.com') =>
  device.submit('/account/sign-in', { username, password, return: returnTo });

/** Names and values of the form on the page. */
function readHidden(body: string): [name: string, value: string][] {
  return [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
}

describe('what is dangerous', () => {
  it('is not taken back for many objects with an old sign-in', async () => {
    const actor = await findStaffActor(app.shop, 'ada@example.com');
    const begun = actor && (await startRun(app.shop, actor, { action: 'kilns.melt', subjects: { ids: [1] } }));
    const path = adminPath(`runs/${begun?.ok && begun.run.id}`);
    await growOld();
    const asked = await owner.submit(`${path}/undo`, {});
    expect(asked.location).toContain('again=1');
    await signInAgain(owner, readReturnPath(asked.location));
    expect((await owner.visit(readReturnPath(asked.location))).body).toContain(`action="${path}/undo"`);
    expect((await owner.submit(`${path}/undo`, {})).location).toMatch(/^\/admin\/runs\/\d+$/);
  });

  it('is done in the first minutes of a sign-in', async () => {
    expect((await owner.submit(kilnsPath, { cone: '6' })).location).toBe(kilnsPath);
    expect((await owner.visit(adminPath('kilns/sell'))).body).toBe('sold');
    expect(fired).toEqual([{ cone: '6' }]);
  });

  it('asks for a fresh sign-in later, and other pages do not', async () => {
    await growOld();
    expect((await owner.visit(kilnsPath)).status).toBe(200);
    const refused = await owner.visit(adminPath('kilns/sell?lot=1'));
    expect([refused.status, readReturnPath(refused.location)]).toEqual([303, '/admin/kilns/sell?lot=1']);
    expect((await owner.visit(refused.location)).body).toContain('name="password"');
    expect((await signInAgain(owner, readReturnPath(refused.location))).location).toBe('/admin/kilns/sell?lot=1');
    expect((await owner.visit(adminPath('kilns/sell?lot=1'))).body).toBe('sold');
  });

  it.each([
    ['POST', kilnsPath, {}],
    ['POST', `${kilnsPath}/`, {}],
    ['POST', '/admin/%6bilns', {}],
    ['POST', '/%61dmin/kilns', {}],
    ['POST', kilnsPath, { 'content-type': 'application/json' }],
    ['POST', kilnsPath, { accept: 'application/json' }],
    ['POST', kilnsPath, { 'x-http-method-override': 'PUT' }],
    ['HEAD', adminPath('kilns/sell'), {}],
    ['GET', `${adminPath('kilns/sell')}/`, {}],
  ] as const)('is not done by %s %s with %o', async (method, url, headers) => {
    await growOld();
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.http.inject({
      ...{ method, url, ...(method === 'POST' ? { payload: '{}' } : {}) },
      headers: { cookie, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
    expect(answer.statusCode).toBeOneOf([303, 308, 403, 404]);
    expect(answer.body).not.toBe('sold');
    expect(fired).toEqual([]);
    // Only a form is kept to be sent again.
    const { rowCount } = await pool.query('select from kept_forms');
    if (method !== 'POST') expect(rowCount).toBe(0);
  });

  it('is refused to a call with a code', async () => {
    await growOld();
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, accept: 'application/json', 'sec-fetch-site': 'same-origin' };
    const call = await app.http.inject({ method: 'POST', url: kilnsPath, headers, payload: { cone: '6' } });
    expect([call.statusCode, call.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'fresh_sign_in_required', data: { status: 403 } }),
    ]);
    expect(fired).toEqual([]);
  });

  it('is closed to guests and to others before that', async () => {
    const guest = newShopper(app);
    expect((await guest.submit(kilnsPath, {})).location).toBe('/account/sign-in?return=%2Fadmin');
    await pool.query(`update staff_members set role = 'clerk'`);
    await growOld();
    expect((await owner.submit(kilnsPath, {})).status).toBe(403);
    await pool.query(`update staff_members set role = 'owner'`);
  });
});

describe('a form that was sent too late', () => {
  it('is kept, and sent again by a button after the sign-in: nothing typed is lost', async () => {
    await growOld();
    const sent = await owner.submit(kilnsPath, { cone: '6 "soft" <&>', 'glazes[]': ['celadon', 'ash'] });
    const again = readReturnPath(sent.location);
    expect(fired).toEqual([]);
    const { rows } = await pool.query<{ text: string }>('select to_jsonb(k)::text as text from kept_forms k');
    expect(rows.map(({ text }) => text.includes('celadon'))).toEqual([false]);
    // Before the sign-in the page does not open.
    expect((await owner.visit(again)).status).toBe(303);
    expect((await signInAgain(owner, again)).location).toBe(again);
    const { body } = await owner.visit(again);
    expect(body).toContain(`action="${kilnsPath}"`);
    expect(readHidden(body)).toEqual([
      ['cone', '6 &quot;soft&quot; &lt;&amp;&gt;'],
      ['glazes[]', 'celadon'],
      ['glazes[]', 'ash'],
    ]);
    expect(fired).toEqual([]);
  });

  it('is not shown to somebody else, or after half an hour', async () => {
    await growOld();
    const again = readReturnPath((await owner.submit(kilnsPath, { cone: '6' })).location);
    await signInAgain(other, again, 'bea@example.com');
    expect(await other.visit(again)).toMatchObject({ status: 410, body: expect.not.stringContaining('name="cone"') });
    await signInAgain(owner, again);
    await pool.query(`update kept_forms set expires_at = now() - interval '1 second'`);
    expect((await owner.visit(again)).status).toBe(410);
  });

  it('with files has to be filled in again, and the page says so', async () => {
    await growOld();
    const form = new FormData();
    form.set('cone', '6');
    const { location } = await owner.submitFiles(kilnsPath, form);
    await signInAgain(owner, readReturnPath(location));
    const { status, body } = await owner.visit(readReturnPath(location));
    expect([status, body]).toEqual([410, expect.stringContaining('Please fill in this form again')]);
  });

  it('is one of ten of its person', async () => {
    await growOld();
    for (let sent = 0; sent < 12; sent += 1) await owner.submit(kilnsPath, { cone: String(sent) });
    const { rows } = await pool.query(
      'select 1 from kept_forms k join customers c on c.id = k.customer_id where email = $1',
      ['ada@example.com'],
    );
    expect(rows).toHaveLength(10);
  });
});
