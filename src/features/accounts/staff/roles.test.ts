import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listCommands } from '#app/app.ts';
import { findCustomerByEmail } from '#features/customers/index.ts';
import { listAudit } from '#platform/admin/audit/list-audit.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { runChecks } from '#platform/checks/checks.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { type Actor, findStaffActor, getAmountLimit, isPermitted } from '#platform/sessions/actor.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createCustomer } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { changeStaff, changeTestRole, giveTestRole } from '#tests/support/staff.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { removeFromStaff } from './change-staff.ts';
import { checkStaffRoles } from './check-roles.ts';
import { listRoles } from './role-rows.ts';
import { secondFactorCommand } from './second-factor-command.ts';

const texts = defineTexts('kilns', { title: 'Kilns' });
const kilnsPath = adminPath('kilns');

/** A feature whose page may be read, and something on it changed. */
const kilns: Feature = {
  name: 'kilns',
  needs: [],
  permissions: [definePermission('kilns.read', 'See kilns'), definePermission('kilns.write', 'Fire kilns')],
  texts: [texts],
  admin: {
    navigation: [{ section: 'orders', text: texts.title, path: kilnsPath, permission: 'kilns.read' }],
    routes: (http) => http.get(kilnsPath, { config: { requires: 'kilns.read' } }, async () => 'Kiln 1'),
  },
};

const { database, pool } = useDatabase();
let app: App;

beforeAll(async () => {
  app = await testShop(database, { choices: { features: [kilns] } });
});

const give = (email: string, role: string, actor?: Actor) => giveTestRole(app.shop, email, role, actor);
const changeRole = (name: string, change: Parameters<typeof changeTestRole>[2], actor?: Actor) =>
  changeTestRole(app.shop, name, change, actor);

async function remove(email: string, actor?: Actor) {
  const customer = await findCustomerByEmail(app.shop.db, email);
  if (!customer) throw new Error(`${email} is no customer`);
  return changeStaff(app.shop, (change) => removeFromStaff(change, customer), actor);
}

const setSecondFactor = (role: string, state: string) =>
  runCommand(app.shop, [secondFactorCommand], 'staff second-factor', [role, state]);

let people = 0;

/** An account that is staff, signed in on a device. */
async function addStaff(role: string) {
  people += 1;
  const email = `staff-${people}@example.com`;
  const device = newShopper(app);
  await give(email, role);
  await startTestSession(app, device, (await createCustomer(app.shop, email)).customer);
  return { email, device };
}

const findActor = async (email: string) => {
  const actor = await findStaffActor(app.shop, email);
  if (!actor) throw new Error(`${email} is no staff`);
  return actor;
};

describe('the roles of a new shop', () => {
  it('are owner, manager, clerk, support and accountant, with permissions that a feature declares', async () => {
    const roles = await listRoles(app.shop.db);
    expect(roles.map(({ name, allowsAll }) => [name, allowsAll])).toEqual([
      ['owner', true],
      ['accountant', false],
      ['clerk', false],
      ['manager', false],
      ['support', false],
    ]);
    const declared = app.shop.permissions.map(({ name }) => name);
    const given = roles.flatMap((role) => role.given.map(({ permission }) => permission));
    expect(given.filter((name) => !declared.includes(name))).toEqual([]);
    for (const role of roles.filter(({ allowsAll }) => !allowsAll))
      expect(role.given.map(({ permission }) => permission)).toContain('admin.open');
  });

  it('allow an owner everything that any feature declares, and only an owner to manage staff', async () => {
    const owner = await findActor((await addStaff('owner')).email);
    expect([...owner.permissions.keys()]).toEqual(app.shop.permissions.map(({ name }) => name));
    for (const role of ['manager', 'clerk', 'support', 'accountant'])
      expect(isPermitted(await findActor((await addStaff(role)).email), 'staff.manage'), role).toBe(false);
  });
});

describe('the permissions of a role', () => {
  it('hold for the next request of who is signed in', async () => {
    const { device, email } = await addStaff('accountant');
    expect((await device.visit('/admin/order-sources')).status).toBe(200);
    expect(await changeRole('accountant', { given: { 'attribution.read': false } })).toBeNull();
    const refused = await device.visit('/admin/order-sources');
    // The layout of an error page does not know who is signed in, so the page itself lets them sign out.
    expect(refused).toMatchObject({ status: 403, body: expect.stringContaining('action="/account/sign-out"') });
    expect(await changeRole('accountant', { given: { 'attribution.read': null } })).toBeNull();
    expect((await device.visit('/admin/order-sources')).status).toBe(200);
    expect(isPermitted(await findActor(email), 'orders.refund')).toBe(false);
  });

  it('have a limit of money where it means something', async () => {
    const { email } = await addStaff('support');
    const setLimit = async (limit: number | null | false) => {
      expect(await changeRole('support', { given: { 'orders.refund': limit } })).toBeNull();
      return getAmountLimit(await findActor(email), 'orders.refund');
    };
    expect(await setLimit(5000)).toBe(5000);
    expect(await setLimit(null)).toBe(Number.POSITIVE_INFINITY);
    expect(await setLimit(false)).toBe(0);
  });

  it('include reading what they allow to change: nobody may edit what they can’t open', async () => {
    for (const role of ['manager', 'clerk', 'support', 'accountant']) {
      const { permissions } = await findActor((await addStaff(role)).email);
      const areas = [...permissions.keys()].map((name) => `${name.split('.', 1)[0]}.read`);
      const declared = areas.filter((name) => app.shop.permissions.some((each) => each.name === name));
      expect(
        declared.filter((name) => !permissions.has(name)),
        role,
      ).toEqual([]);
    }
  });

  it('open to support the pages of what it may edit, and the files that mails lead to', async () => {
    const { device } = await addStaff('support');
    const page = await device.visit('/admin/kilns');
    expect([page.status, page.body]).toEqual([403, expect.not.stringContaining('href="/admin/kilns"')]);
    await pool.query(`insert into staff_role_permissions (role, permission) values ('support', 'kilns.write')`);
    expect(await device.visit('/admin/kilns')).toMatchObject({ status: 200, body: expect.stringContaining('Kiln 1') });
    expect((await device.visit('/admin')).body).toContain('href="/admin/kilns"');
    const file = '00000000-0000-4000-8000-000000000000';
    for (const path of [`/admin/uploads/${file}`, `/admin/messages/files/${file}`])
      expect((await device.visit(path)).status, path).toBe(404);
  });

  it('still include reading what is denied, while the role may change it', async () => {
    expect(await changeRole('clerk', { given: { 'orders.read': false } })).toBeNull();
    expect(isPermitted(await findActor((await addStaff('clerk')).email), 'orders.read')).toBe(true);
  });

  it('keep the key that signs messages from support', async () => {
    const command = listCommands(app.assembly).find(({ name }) => name === 'messages webhook');
    const [support, manager] = [await addStaff('support'), await addStaff('manager')];
    expect(isPermitted(await findActor(support.email), command?.requires ?? '')).toBe(false);
    expect(isPermitted(await findActor(manager.email), command?.requires ?? '')).toBe(true);
  });
});

describe('a call of staff that is not below the address of the back office', () => {
  const send = (device: Shopper, headers: Readonly<Record<string, string>> = {}) => {
    const cookie = [...device.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return app.http.inject({
      ...{ method: 'DELETE', url: `${app.shop.wire.platformRest}/media/999999?force=true` },
      headers: { cookie, accept: 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    });
  };

  it('is for nobody else: no customer, no role without the permission, no other site, no ended session', async () => {
    await changeRole('manager', { given: { 'media.write': null } });
    const { device } = await addStaff('manager');
    expect((await send(device)).statusCode, 'there is no such picture').toBe(404);
    const customer = newShopper(app);
    await startTestSession(app, customer, (await createCustomer(app.shop, 'no-staff@example.com')).customer);
    expect([(await send(customer)).statusCode, (await send(newShopper(app))).statusCode]).toEqual([403, 401]);
    expect((await send((await addStaff('accountant')).device)).statusCode).toBe(403);
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://x.example' },
    ];
    for (const headers of foreign)
      expect((await send(device, headers)).json()).toMatchObject({ code: 'foreign_origin' });
    await pool.query('update account_sessions set expires_at = $1', [app.shop.clock.now()]);
    expect((await send(device)).statusCode).toBe(401);
  });

  it('needs the second factor that the role needs', async () => {
    const { device } = await addStaff('manager');
    await setSecondFactor('manager', 'on');
    const refused = await send(device);
    await setSecondFactor('manager', 'off');
    expect([refused.statusCode, (await send(device)).statusCode]).toEqual([401, 404]);
  });
});

describe('a second factor', () => {
  it('is asked of a role with the next request, by a command', async () => {
    const { device } = await addStaff('accountant');
    expect((await device.visit('/admin')).status).toBe(200);
    expect((await setSecondFactor('accountant', 'on')).code).toBe(0);
    expect((await device.visit('/admin')).location).toBe('/account/two-factor');
    expect((await device.visit('/admin/order-sources')).location).toBe('/account/two-factor');
    expect((await device.submit('/admin/anything', {})).location).toBe('/account/two-factor');
    expect((await setSecondFactor('accountant', 'off')).code).toBe(0);
    expect((await device.visit('/admin')).status).toBe(200);
    expect((await setSecondFactor('accountant', 'maybe')).code).toBe(2);
    expect((await setSecondFactor('editor', 'on')).code).toBe(2);
  });

  it('that owners do not need is warned of', async () => {
    const find = async () =>
      (await runChecks(app.shop, { isForOperator: false })).filter(({ what }) => what === 'Staff');
    const live = { ...app.shop, config: { ...app.shop.config, mode: 'live' as const } };
    expect(await find()).toMatchObject([{ state: 'ok' }]);
    expect(await checkStaffRoles(live, { isForOperator: false })).toMatchObject([
      { state: 'warning', action: 'Have this role sign in with two factors', path: adminPath('roles') },
    ]);
    await setSecondFactor('owner', 'on');
    expect(await checkStaffRoles(live, { isForOperator: false })).toMatchObject([{ state: 'ok' }]);
    await setSecondFactor('owner', 'off');
  });
});

describe('the audit', () => {
  it('has what changes of people and roles, in the transaction of the change', async () => {
    const { email } = await addStaff('clerk');
    await give(email, 'support');
    await give(email, 'support');
    await remove(email);
    const entries = (await listAudit(app.shop.db, {}, 50)).filter(({ label }) => label === email);
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [{ role: 'support' }, null],
      [{ role: 'clerk' }, { role: 'support' }],
      [null, { role: 'clerk' }],
    ]);
    await changeRole('support', { given: { 'orders.refund': 5000 } });
    await changeRole('support', { given: { 'orders.refund': false } });
    const ofRole = await listAudit(app.shop.db, { subject: { kind: 'role', id: 'support' } }, 2);
    expect(ofRole.map(({ before, after }) => [before, after])).toEqual([
      [{ 'orders.refund': 5000 }, { 'orders.refund': null }],
      [{ 'orders.refund': null }, { 'orders.refund': 5000 }],
    ]);
  });
});

describe('somebody who may manage staff without being an owner', () => {
  it('gives and takes no more than they have, and changes nobody who has more', async () => {
    await pool.query(`insert into staff_role_permissions (role, permission) values ('manager', 'staff.manage')`);
    const [owner, manager] = [await addStaff('owner'), await addStaff('manager')];
    const actor = await findActor(manager.email);
    for (const refusal of [
      await give(manager.email, 'owner', actor),
      await give(owner.email, 'clerk', actor),
      await remove(owner.email, actor),
      await changeRole('clerk', { given: { 'two-factor.reset': null } }, actor),
    ])
      expect(refusal).toBe('ROLE_ABOVE_YOURS');
    const clerk = await addStaff('clerk');
    expect(await give(clerk.email, 'manager', actor)).toBeNull();
    expect(await remove(clerk.email, actor)).toBeNull();
    await pool.query(`delete from staff_role_permissions where permission = 'staff.manage'`);
  });

  it('gives money back, and lets others do so, up to the same limit', async () => {
    await pool.query(`insert into staff_role_permissions (role, permission) values ('clerk', 'staff.manage')`);
    const actor = await findActor((await addStaff('clerk')).email);
    const allow = (limit: number | null) => changeRole('clerk', { given: { 'orders.refund': limit } }, actor);
    expect(await allow(null)).toBe('ROLE_ABOVE_YOURS');
    expect(await allow(10_001)).toBe('ROLE_ABOVE_YOURS');
    expect(await allow(9900)).toBeNull();
    await changeRole('clerk', { given: { 'orders.refund': 10_000 } });
    await pool.query(`delete from staff_role_permissions where permission = 'staff.manage'`);
  });
});

describe('somebody who leaves', () => {
  const readRow = async (email: string) => {
    const { rows } = await pool.query<{ id: string; role: string; hasLeft: boolean }>(
      `select m.id, m.role, m.left_at is not null as "hasLeft" from staff_members m join customers c on c.id = m.customer_id where c.email = $1`,
      [email],
    );
    return rows;
  };

  it('keeps the row that histories name, and has it again when they come back', async () => {
    const { email, device } = await addStaff('clerk');
    const [before] = await readRow(email);
    await remove(email);
    expect(await readRow(email)).toEqual([{ ...before, hasLeft: true }]);
    expect(await findStaffActor(app.shop, email)).toBeNull();
    expect((await device.visit('/admin')).status).toBe(303);
    await give(email, 'support');
    expect(await readRow(email)).toEqual([{ ...before, role: 'support' }]);
  });

  it('can delete the account, and stays a row without it', async () => {
    // By SQL: the audit of a change names the customer until the account is emptied.
    const { id, email } = (await createCustomer(app.shop, 'leaving@example.com')).customer;
    await pool.query(`insert into staff_members (customer_id, role) values ($1, 'clerk')`, [id]);
    const [row] = await readRow(email);
    const erase = () => pool.query('delete from customers where email = $1', [email]);
    await expect(erase()).rejects.toThrow('violates check constraint');
    await pool.query('update staff_members set left_at = now() where customer_id = $1', [id]);
    await erase();
    const { rows } = await pool.query('select customer_id from staff_members where id = $1', [row?.id]);
    expect(rows).toEqual([{ customer_id: null }]);
  });
});

describe('the last owner', () => {
  const leaveOwners = async (...kept: string[]) => {
    await pool.query(
      `update staff_members m set left_at = now() from customers c where c.id = m.customer_id and m.role = 'owner' and c.email <> all ($1)`,
      [kept],
    );
  };

  it('can’t be removed or get another role, but the same one again', async () => {
    const { email } = await addStaff('owner');
    await leaveOwners(email);
    expect(await remove(email)).toBe('LAST_OWNER');
    expect(await give(email, 'manager')).toBe('LAST_OWNER');
    expect(await give(email, 'owner')).toBeNull();
    const second = await addStaff('owner');
    expect(await remove(email)).toBeNull();
    expect(await remove(second.email)).toBe('LAST_OWNER');
  });

  it('stays when two owners remove each other at the same time', async () => {
    const owners = [await addStaff('owner'), await addStaff('owner')];
    await leaveOwners(...owners.map(({ email }) => email));
    const results = await Promise.all(owners.map(({ email }) => remove(email)));
    expect(results.toSorted()).toEqual(['LAST_OWNER', null]);
  });
});
