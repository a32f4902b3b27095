import type { RouteOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBackOffice } from '#platform/admin/admin.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createCustomer } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { App } from '../app.ts';

const { database, pool } = useDatabase();

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly requires: string;
  readonly isFresh: boolean;
  readonly mutation: string | undefined;
}

interface Person {
  readonly who: string;
  readonly cookie: string;
  readonly may: (permission: string) => boolean;
}

const routes: RouteOptions[] = [];
let app: App;
let calls: readonly Call[];
let people: readonly Person[];

beforeAll(async () => {
  app = await testShop(database, { env: { LOG_LEVEL: 'silent' }, onRoute: (route) => routes.push(route) });
  const dangerous = new Set(app.shop.permissions.flatMap(({ name, isDangerous }) => (isDangerous ? [name] : [])));
  calls = routes.flatMap(({ method, url, config }) => {
    const { requires, requiresFresh = false, mutation } = config ?? {};
    if (requires === undefined) return [];
    const isFresh = requiresFresh || dangerous.has(requires);
    // An id and a name that nothing has: who may do it changes nothing either.
    const path = url.replace(/:\w+|\*/g, '999999999');
    return [method]
      .flat()
      .flatMap((each) =>
        each === 'HEAD' ? [] : [{ method: each as Call['method'], url: path, requires, isFresh, mutation }],
      );
  });
  await pool.query(`insert into staff_roles (name, allows_all) values ('nothing', false)`);
  const { rows } = await pool.query<{ name: string; allowsAll: boolean; permissions: readonly string[] }>(
    `select name, allows_all as "allowsAll", array(select permission from staff_role_permissions where role = name) as permissions
    from staff_roles order by name`,
  );
  people = [
    { who: 'a guest', cookie: '', may: () => false },
    { who: 'a customer', cookie: await signIn('customer', null), may: () => false },
    ...(await Promise.all(
      rows.map(async ({ name, allowsAll, permissions }) => ({
        who: name,
        cookie: await signIn(name, name),
        may: (permission: string) =>
          // Who may change something may see it.
          allowsAll || [permission, permission.replace(/\.read$/, '.write')].some((each) => permissions.includes(each)),
      })),
    )),
  ];
});

async function signIn(name: string, role: string | null): Promise<string> {
  const { customer } = await createCustomer(app.shop, `${name}@example.com`);
  if (role !== null)
    await pool.query('insert into staff_members (customer_id, role) values ($1, $2)', [customer.id, role]);
  const device = newShopper(app);
  await startTestSession(app, device, customer, { hasSecondFactor: true });
  return `session=${device.cookies.get('session')}`;
}

function send({ method, url }: Call, cookie: string, accept = 'text/html') {
  const headers = { accept, 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) };
  if (method === 'GET') return app.http.inject({ method, url, headers });
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
  return app.http.inject({ method, url, headers: form, payload: '' });
}

/** Staff is staff wherever a permission is required: below `/admin`, and in calls such as those of pictures. */
const isAllowed = ({ may }: Person, { requires }: Call) => may(requires) && may(openBackOffice.name);

const describeCall = ({ who }: Person, { method, url }: Call) => `${who}: ${method} ${url}`;

/** Rows and the newest writer of each table. */
async function readWrites(): Promise<unknown> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables order by 1`,
  );
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*) as rows, max(xmin::text::bigint) as writer from ${name}`,
  );
  return (await pool.query(counts.join(' union all '))).rows;
}

describe('every route and mutation that requires a permission', () => {
  it('is walked: those of lists, runs, audit and staff, in both directions', () => {
    expect(calls.length).toBeGreaterThan(30);
    expect(people.map(({ who }) => who)).toEqual(
      expect.arrayContaining(['owner', 'manager', 'clerk', 'support', 'accountant', 'nothing']),
    );
    const declared = new Set(app.shop.permissions.map(({ name }) => name));
    for (const { requires, url } of calls) expect(declared.has(requires), url).toBe(true);
    const walked = new Set(calls.map(({ mutation }) => mutation));
    for (const { name, requires, ajax, form, json } of app.api.mutations)
      if (requires !== undefined && (form || json || !ajax)) expect(walked.has(name), name).toBe(true);
  });

  it('is closed to everybody without it, and a refused one changes nothing', async () => {
    const wrong: string[] = [];
    const before = await readWrites();
    for (const call of calls)
      for (const person of people) {
        if (isAllowed(person, call)) continue;
        // The form of the answer depends on whether somebody is signed in, not on their role.
        const forms = ['a guest', 'nothing'].includes(person.who)
          ? ['text/html', 'application/json']
          : ['application/json'];
        for (const accept of forms) {
          const { statusCode, headers } = await send(call, person.cookie, accept);
          const isGuest = person.cookie === '';
          const expected = isGuest ? (accept === 'text/html' ? 303 : 401) : 403;
          const leads = statusCode !== 303 || String(headers.location).startsWith('/account/sign-in');
          if (statusCode !== expected || !leads) wrong.push(`${describeCall(person, call)}: ${statusCode}`);
        }
      }
    expect(wrong).toEqual([]);
    expect(await readWrites()).toEqual(before);
  });

  it('asks for a fresh sign-in where it is dangerous', async () => {
    const fresh = calls.filter(({ isFresh }) => isFresh);
    expect(fresh.length).toBeGreaterThan(5);
    const owner = people.find(({ who }) => who === 'owner');
    if (!owner) throw new Error('no owner');
    await pool.query(`update account_sessions set created_at = created_at - interval '1 day'`);
    const wrong: string[] = [];
    for (const call of fresh) {
      const page = await send(call, owner.cookie);
      const json = await send(call, owner.cookie, 'application/json');
      const isAsked = page.statusCode === 303 && String(page.headers.location).startsWith('/account/sign-in');
      if (!isAsked || json.json().code !== 'fresh_sign_in_required') wrong.push(describeCall(owner, call));
    }
    await pool.query(`update account_sessions set created_at = created_at + interval '1 day'`);
    expect(wrong).toEqual([]);
  });

  it('is open to who has it, and never fails', async () => {
    const wrong: string[] = [];
    for (const call of calls)
      for (const person of people) {
        if (!isAllowed(person, call)) continue;
        const { statusCode, headers } = await send(call, person.cookie);
        const isRefused = [401, 403].includes(statusCode) || String(headers.location).startsWith('/account/sign-in');
        if (isRefused || statusCode >= 500) wrong.push(`${describeCall(person, call)}: ${statusCode}`);
      }
    expect(wrong).toEqual([]);
  });
});
