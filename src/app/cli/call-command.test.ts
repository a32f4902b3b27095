import { beforeAll, describe, expect, it } from 'vitest';
import { getOrder } from '#features/orders/index.ts';
import { createSystemActor, findStaffActor } from '#platform/sessions/actor.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createCustomer, payTestOrder, placeTestOrder, salesSettings } from '#tests/support/sales.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { App } from '../app.ts';
import { createCallCommand } from './call-command.ts';
import { type Calls, registerCalls } from './register-calls.ts';

const { database, pool } = useDatabase();

let app: App;
let calls: Calls;

beforeAll(async () => {
  const prepare = (built: App) => {
    calls = registerCalls(built);
  };
  const settings = { ...shopConfig.settings, ...salesSettings };
  app = await testShop(database, { choices: { settings }, env: { LOG_LEVEL: 'silent' }, prepare });
});

interface Call {
  readonly as?: string;
  readonly param?: string;
  readonly typed?: string;
  readonly key?: string;
}

async function call(args: readonly string[], { as, param, typed, key }: Call = {}) {
  const actor = as === undefined ? createSystemActor('shop') : await findStaffActor(app.shop, as);
  if (!actor) throw new Error(`${as} is not staff`);
  const options = { ...(param !== undefined && { param }), ...(key !== undefined && { key }) };
  return runCommand(app.shop, [createCallCommand(() => calls)], 'call', args, options, actor, typed);
}

async function addStaff(email: string, role: string): Promise<string> {
  const { customer } = await createCustomer(app.shop, email);
  await pool.query('insert into staff_members (customer_id, role) values ($1, $2)', [customer.id, role]);
  return email;
}

const listRoles = async () =>
  (await pool.query<{ name: string }>('select name from staff_roles')).rows.map(({ name }) => name);

describe('shop call', () => {
  it('lists all mutations without a name', async () => {
    const { code, data, text } = await call([]);
    expect([code, data]).toEqual([0, expect.any(Array)]);
    expect((data as unknown[]).length).toBe(app.api.mutations.length);
    expect(data).toContainEqual(
      expect.objectContaining({ name: 'runs.stop', parameters: ['id'], requires: 'admin.open' }),
    );
    expect(text).toContain('staff.create-role');
  });

  it('calls one for the shop with the fields of its form, from an argument or standard input', async () => {
    const values = { name: 'packer', needs_second_factor: '1', 'orders.write': '1' };
    expect(await call(['staff.create-role', JSON.stringify(values)])).toMatchObject({ code: 0, warnings: '' });
    const typed = JSON.stringify({ ...values, name: 'printer' });
    expect(await call(['staff.create-role', '-'], { typed })).toMatchObject({ code: 0 });
    expect(await listRoles()).toEqual(expect.arrayContaining(['packer', 'printer']));
  });

  it('takes typed values too', async () => {
    const permissions = Object.fromEntries(app.shop.permissions.map(({ name }) => [name, false]));
    const limits = app.shop.permissions.map(({ name, hasLimit }) => [`${name}.limit`, hasLimit ? null : undefined]);
    const values = { ...permissions, ...Object.fromEntries(limits), name: 'driver', needsSecondFactor: true };
    expect(await call(['staff.create-role', JSON.stringify(values)])).toMatchObject({ code: 0, warnings: '' });
    const { rows } = await pool.query(`select needs_second_factor from staff_roles where name = 'driver'`);
    expect(rows).toEqual([{ needs_second_factor: true }]);
  });

  it('makes a coupon, changes it and ends it: fields that are not named stay as they are', async () => {
    const made = await call(
      ['promotions.save-coupon', '{"code":"Tide","type":"percent","amount":"10","usageLimit":5}'],
      {
        param: 'id=new',
      },
    );
    expect(made).toMatchObject({ code: 0, warnings: '', data: { id: expect.any(Number) } });
    const { id } = made.data as { readonly id: number };
    const find = async () => (await pool.query('select * from coupons where id = $1', [id])).rows[0];
    const param = `id=${id}`;
    const changed = await call(['promotions.save-coupon', '{"description":"For the fair","usageLimit":null}'], {
      param,
    });
    expect(changed).toMatchObject({ code: 0, data: { values: { code: 'Tide', description: 'For the fair' } } });
    expect(await find()).toMatchObject({ code: 'Tide', percent: '10.0000', usage_limit: null, is_enabled: true });
    const wrong = await call(['promotions.save-coupon', '{"amount":"101"}'], { param });
    expect(wrong).toMatchObject({ code: 1, data: { code: 'FORM_INVALID' } });
    expect((await call(['promotions.end-coupon'], { param })).code).toBe(0);
    expect(await find()).toMatchObject({ percent: '10.0000', is_enabled: false });
    expect((await call(['promotions.reopen-coupon'], { param })).code).toBe(0);
    expect((await find()).is_enabled).toBe(true);
  });

  it('gives a role as a whole, without having opened its page', async () => {
    const given = {
      name: 'support',
      'admin.open': '1',
      'orders.read': '1',
      'orders.refund': '1',
      'orders.refund.limit': '50.00',
    };
    expect(await call(['staff.change-role', JSON.stringify(given)], { param: 'name=support' })).toMatchObject({
      code: 0,
    });
    const { rows } = await pool.query(
      `select permission, max_amount::integer from staff_role_permissions where role = 'support' order by permission`,
    );
    expect(rows.map(({ permission, max_amount }) => [permission, max_amount])).toEqual([
      ['admin.open', null],
      ['orders.read', null],
      ['orders.refund', 5000],
    ]);
  });

  it('refuses what the form would refuse, with its code and problems', async () => {
    const taken = await call(['staff.create-role', JSON.stringify({ name: 'owner' })]);
    expect(taken).toMatchObject({ code: 1, data: { code: expect.any(String), message: expect.any(String) } });
    const wrong = await call(['staff.create-role', '{"name":5}']);
    expect(wrong).toMatchObject({ code: 1, data: { code: 'invalid_input' } });
    expect(await call(['runs.stop'], { param: 'id=999' })).toMatchObject({ code: 1, data: { code: 'not_found' } });
  });

  it('names who calls in the history, and asks their role', async () => {
    const clerk = await addStaff('clerk@example.com', 'clerk');
    const owner = await addStaff('owner@example.com', 'owner');
    const values = JSON.stringify({ name: 'intern' });
    expect(await call(['staff.create-role', values], { as: clerk })).toMatchObject({
      code: 1,
      data: { code: 'PERMISSION_MISSING' },
    });
    expect(await listRoles()).not.toContain('intern');
    expect((await call(['staff.create-role', values], { as: owner })).code).toBe(0);
    const { rows } = await pool.query('select by_staff_id from platform.audit_entries order by id desc limit 1');
    const staff = await pool.query(
      `select s.id from staff_members s join customers c on c.id = s.customer_id where c.email = $1`,
      [owner],
    );
    expect(rows[0]?.by_staff_id).toBe(staff.rows[0]?.id);
  });

  it('does an operation of the back office once with its key', async () => {
    const order = await placeTestOrder(app.shop, [[await addProduct(app.shop), 2]]);
    await payTestOrder(app.shop, order);
    const refund = (key: string) =>
      call(['payments.refund-order', '{"items.1":"1","reason":"Chipped"}'], { param: `id=${order.id}`, key });
    for (let time = 0; time < 2; time++) expect(await refund('parcel-1001')).toMatchObject({ code: 0, warnings: '' });
    expect((await getOrder(app.shop.db, { id: order.id }))?.refundedTotal).toBe(1000);
    expect((await refund('short')).code).toBe(1);
  });

  it('says what is wrong with the call itself', async () => {
    expect(await call(['kilns.fire'])).toMatchObject({ code: 2, data: { code: 'CALL_UNKNOWN' } });
    expect(await call(['runs.stop'])).toMatchObject({ code: 2, data: { code: 'CALL_PARAMETERS' } });
    expect(await call(['runs.stop'], { param: 'id=1\nx=2' })).toMatchObject({ code: 2 });
    expect(await call(['staff.create-role', '{name}'])).toMatchObject({ code: 2, data: { code: 'CALL_NO_JSON' } });
  });

  it('never fails with an error of the program, whatever mutation gets no input', async () => {
    const failed: string[] = [];
    for (const mutation of calls.mutations) {
      const parameters = Object.fromEntries(calls.listParameters(mutation).map((name) => [name, '0']));
      const { status } = await calls.call({ mutation, actor: createSystemActor('shop'), parameters, input: {} });
      if (status >= 500) failed.push(`${mutation.name}: ${status}`);
    }
    expect(failed).toEqual([]);
  });

  it('is open to nobody but the command line', async () => {
    const { statusCode } = await app.http.inject({ method: 'POST', url: '/-/call/runs.stop/1', payload: {} });
    expect(statusCode).toBe(404);
  });
});
