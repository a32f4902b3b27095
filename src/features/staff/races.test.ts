import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { hashPassword } from '#features/accounts/passwords/password.ts';
import { addTestMember } from '#tests/support/account-session.ts';
import { runWhileCustomerIsLocked } from '#tests/support/customer-race.ts';
import { useDatabase } from '#tests/support/database.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, pool } = useDatabase();
let app: App;
let hash = '';

const addMember = (role: string) => addTestMember(app, role, hash);

beforeAll(async () => {
  app = await testShop(database);
  hash = await hashPassword('three grey herons');
  await pool.query(
    `insert into staff_role_permissions (role, permission) values ('manager', 'staff.manage'), ('manager', 'two-factor.reset')`,
  );
});

beforeEach(() => pool.query('update account_sessions set created_at = now()'));

describe('what somebody of the staff began before their role changed', () => {
  it.each([
    ['who leaves meanwhile', 'left_at = now()'],
    ['whose role gets lower meanwhile', `role = 'clerk'`],
  ])('does not invite for somebody %s', async (_who, change) => {
    const manager = await addMember('manager');
    const answer = await runWhileCustomerIsLocked(pool, manager.customerId, {
      start: () => manager.device.submit('/admin/staff/invite', { email: 'eve@example.com', role: 'manager' }),
      change: (client) => client.query(`update staff_members set ${change} where id = $1`, [manager.id]),
    });
    expect(answer.status).toBe(403);
    expect((await pool.query('select 1 from staff_invitations')).rows).toEqual([]);
  });

  it('does not take the second factor from somebody who becomes an owner meanwhile', async () => {
    const manager = await addMember('manager');
    const { customerId, id } = await addMember('clerk');
    await pool.query(
      `insert into totp_secrets (customer_id, secret, confirmed_at) values ($1, repeat('x', 50), now())`,
      [customerId],
    );
    const answer = await runWhileCustomerIsLocked(pool, customerId, {
      start: () => manager.device.submit(`/admin/staff/${id}/reset-second-factor`, {}),
      change: (client) => client.query(`update staff_members set role = 'owner' where id = $1`, [id]),
    });
    expect(answer.status).toBe(403);
    expect((await pool.query('select 1 from totp_secrets where customer_id = $1', [customerId])).rows).toHaveLength(1);
  });
});

describe('a role that two people save at the same moment', () => {
  it('is not overwritten unseen', async () => {
    const { device } = await addMember('owner');
    const { body } = await device.visit('/admin/roles/support');
    const version = /name="version" value="([^"]*)"/.exec(body)?.[1] ?? '';
    const form = { version, name: 'support', 'admin.open': '1' };
    const answers = await Promise.all([
      device.submit('/admin/roles/support', form),
      device.submit('/admin/roles/support', { ...form, needs_second_factor: '1' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  });
});
