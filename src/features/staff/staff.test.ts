import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { hashPassword } from '#features/accounts/passwords/password.ts';
import { sessionData } from '#features/accounts/sessions/personal-data.ts';
import { listAudit } from '#platform/admin/audit/list-audit.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { addTestMember, createTestAccount } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { createInvitationToken, writeInvitation } from '../accounts/staff/invitation-rows.ts';

const { database, pool } = useDatabase();
let app: App;
let hash = '';
let owner: Shopper;
let ownerId = 0;
const password = 'three grey herons';

let people = 0;

const addMember = (role: string) => addTestMember(app, role, hash);

beforeAll(async () => {
  app = await testShop(database);
  hash = await hashPassword(password);
  const first = await addMember('owner');
  [owner, ownerId] = [first.device, first.id];
});

beforeEach(async () => {
  await pool.query('update account_sessions set created_at = now()');
  await pool.query('delete from staff_invitations');
});

const listActions = async (id: number | string, kind = 'staff') =>
  (await listAudit(app.shop.db, { subject: { kind, id } }, 20)).map(({ action }) => action);
const findRoleOf = async (email: string) => {
  const { rows } = await pool.query<{ role: string }>(
    'select m.role from staff_members m join customers c on c.id = m.customer_id where c.email = $1 and m.left_at is null',
    [email],
  );
  return rows[0]?.role ?? null;
};

/** An invitation and its link, as the mail has it. */
async function inviteTo(role: string, email = `guest-${++people}@example.com`) {
  const written = await app.shop.db.transaction((tx) =>
    writeInvitation(app.shop, tx, { email, role, invitedBy: 'Ada', byStaffId: ownerId }),
  );
  return {
    email,
    id: written.invitation.id,
    link: `/account/invitation/${createInvitationToken(app.shop, written.request)}`,
  };
}

describe('an invitation', () => {
  it('is mailed by somebody, to a role, and recorded', async () => {
    const page = await owner.visit('/admin/staff/invite');
    expect(page.body).toContain('name="email"');
    // Nobody becomes an owner because the form was sent as it was opened.
    expect((await owner.submit('/admin/staff/invite', { email: 'cleo@example.com', role: '' })).status).toBe(422);
    expect(page.body).toMatch(/<select[^>]*name="role"[^>]*><option value=""/);
    const sent = await owner.submit('/admin/staff/invite', { email: 'cleo@example.com', role: 'clerk' });
    expect(sent.location).toBe('/admin/staff');
    const { body } = await owner.visit('/admin/staff');
    expect(body).toContain('The invitation has been sent.');
    expect(body).toContain('cleo@example.com');
    const { rows } = await pool.query<{ id: number }>('select id from staff_invitations');
    expect(await listActions(Number(rows[0]?.id), 'staff-invitation')).toEqual(['staff.invite']);
    await runJobsNow(app.shop, listJobs(app.assembly));
    const { rows: mails } = await pool.query<{ subject: string; plain: string }>(
      `select subject, plain from platform.mail where recipient = 'cleo@example.com'`,
    );
    expect(mails).toMatchObject([{ subject: expect.stringContaining('Ada Byrne invites you to') }]);
    expect(mails[0]?.plain).toMatch(/as clerk.*\/account\/invitation\/[\w-]{43}/s);
  });

  it('keeps what was typed, and says what is wrong', async () => {
    const invalid = await owner.submit('/admin/staff/invite', { email: 'cleo@', role: 'clerk' });
    expect([invalid.status, invalid.body]).toEqual([422, expect.stringContaining('value="cleo@"')]);
    const { email } = await addMember('clerk');
    const known = await owner.submit('/admin/staff/invite', { email, role: 'clerk' });
    expect([known.status, known.body]).toEqual([
      409,
      expect.stringContaining('This person is already staff. You can change their role.'),
    ]);
  });

  it('makes an account with a password, and is good once', async () => {
    const { email, link } = await inviteTo('support');
    const guest = newShopper(app);
    const page = await guest.visit(link);
    expect(page.body).toContain('Ada invites you to the back office, as support');
    expect(page.headers['referrer-policy']).toBe('same-origin');
    const short = await guest.submit(link, { name: 'Cleo', new_password: 'short' });
    expect([short.status, short.body]).toEqual([422, expect.stringContaining('value="Cleo"')]);
    expect((await guest.submit(link, { name: 'Cleo', new_password: password })).location).toBe('/admin');
    expect((await guest.visit('/admin')).body).toContain('Cleo');
    expect(await findRoleOf(email)).toBe('support');
    expect((await newShopper(app).visit(link)).status).toBe(410);
    expect((await guest.submit('/account/sign-in', { username: email, password })).status).toBe(303);
  });

  it('leads to a passkey instead, and to the second factor that the role needs', async () => {
    const { link } = await inviteTo('accountant');
    const guest = newShopper(app);
    expect((await guest.submit(link, { name: '', way: 'passkey' })).location).toBe('/account/passkeys');
    await pool.query(`update staff_roles set needs_second_factor = true where name = 'accountant'`);
    expect((await guest.visit('/admin')).location).toBe('/account/two-factor');
    const strict = await inviteTo('accountant');
    expect((await newShopper(app).visit(strict.link)).body).toContain('requires two-factor sign-in');
    await pool.query(`update staff_roles set needs_second_factor = false where name = 'accountant'`);
  });

  it('of somebody with an account asks for a fresh sign-in to it, and no other', async () => {
    const [device, email] = [newShopper(app), 'dora@example.com'];
    await createTestAccount(app, device, { email, hash });
    const { link } = await inviteTo('clerk', email);
    expect((await newShopper(app).visit(link)).location).toContain('/account/sign-in?return=');
    expect((await newShopper(app).submit(link, { name: 'x', new_password: password })).location).toContain('/sign-in');
    expect((await owner.visit(link)).status).toBe(403);
    await pool.query(`update account_sessions set created_at = now() - interval '1 hour'`);
    expect((await device.visit(link)).location).toContain('again=1');
    await pool.query('update account_sessions set created_at = now()');
    expect((await device.submit(link, {})).location).toBe('/admin');
    expect((await device.visit('/admin')).status).toBe(200);
    const { rows } = await pool.query<{ hours: number }>(
      `select extract(epoch from expires_at - now()) / 3600 as hours from account_sessions s
      join customers c on c.id = s.customer_id where c.email = $1`,
      [email],
    );
    expect(rows.map(({ hours }) => Math.ceil(Number(hours)))).toEqual([12]);
  });

  it('is taken back, sent again with another link, and ends after seven days', async () => {
    const taken = await inviteTo('clerk');
    expect((await owner.submit(`/admin/staff/invitations/${taken.id}/take-back`, {})).location).toBe('/admin/staff');
    expect((await newShopper(app).visit(taken.link)).status).toBe(410);
    const again = await inviteTo('clerk');
    expect((await owner.submit(`/admin/staff/invitations/${again.id}/send`, {})).location).toBe('/admin/staff');
    expect((await newShopper(app).visit(again.link)).status).toBe(410);
    const old = await inviteTo('clerk');
    await pool.query(`update staff_invitations set expires_at = now() - interval '1 second'`);
    expect((await newShopper(app).visit(old.link)).status).toBe(410);
    expect((await owner.visit('/admin/staff')).body).toContain('Expired');
  });

  it('goes from the audit with the personal data of its address', async () => {
    const email = 'Zoe@example.com';
    await owner.submit('/admin/staff/invite', { email, role: 'clerk' });
    const account = await createTestAccount(app, newShopper(app), { email, hash });
    const count = async () =>
      (await pool.query(`select from platform.audit_entries where label ilike 'zoe@example.com'`)).rowCount;
    expect(await count()).toBe(1);
    await inTransaction(app.shop.db, async (tx) => sessionData.erase?.(app.shop, tx, account));
    expect(await count()).toBe(0);
  });

  it('is not above the role of who invites, and goes with them', async () => {
    await pool.query(`insert into staff_role_permissions (role, permission) values ('manager', 'staff.manage')`);
    const manager = await addMember('manager');
    const above = await manager.device.submit('/admin/staff/invite', { email: 'eve@example.com', role: 'owner' });
    expect(above.status).toBe(422);
    const sent = await manager.device.submit('/admin/staff/invite', { email: 'eve@example.com', role: 'clerk' });
    expect(sent.status).toBe(303);
    expect((await owner.submit(`/admin/staff/${manager.id}/remove`, {})).location).toBe('/admin/staff');
    expect((await pool.query('select 1 from staff_invitations')).rows).toEqual([]);
    await pool.query(`delete from staff_role_permissions where permission = 'staff.manage'`);
  });
});

describe('somebody of the staff', () => {
  it('gets another role, is signed out and removed by an owner, all recorded', async () => {
    const { device, id, email } = await addMember('clerk');
    expect((await owner.visit(`/admin/staff/${id}`)).body).toContain('Unknown device');
    expect((await owner.submit(`/admin/staff/${id}/end-sessions`, {})).location).toBe(`/admin/staff/${id}`);
    expect((await device.visit('/admin')).status).toBe(303);
    await owner.submit(`/admin/staff/${id}/role`, { role: 'support' });
    expect(await findRoleOf(email)).toBe('support');
    expect((await owner.visit(`/admin/staff/${id}`)).body).toMatch(/<del>clerk<\/del>.*<ins>support<\/ins>/s);
    await owner.submit(`/admin/staff/${id}/remove`, {});
    expect(await findRoleOf(email)).toBeNull();
    expect((await owner.visit(`/admin/staff/${id}`)).status).toBe(404);
    expect(await listActions(id)).toEqual(['staff.remove', 'staff.give-role', 'staff.end-sessions']);
  });

  it('loses a second factor by a reset, of which they and the owners are told', async () => {
    const { id, email, customerId, device } = await addMember('clerk');
    const second = await addMember('owner');
    const none = await owner.submit(`/admin/staff/${id}/reset-second-factor`, {});
    expect(none.status).toBe(409);
    await pool.query(
      `insert into totp_secrets (customer_id, secret, confirmed_at) values ($1, repeat('x', 50), now())`,
      [customerId],
    );
    expect((await owner.visit(`/admin/staff/${id}`)).body).toContain('Authenticator app');
    expect((await owner.submit(`/admin/staff/${id}/reset-second-factor`, {})).location).toBe(`/admin/staff/${id}`);
    await runJobsNow(app.shop, listJobs(app.assembly));
    const { rows } = await pool.query<{ recipient: string }>(
      `select recipient from platform.mail where plain like '%has reset two-factor sign-in%'`,
    );
    expect(rows.map(({ recipient }) => recipient)).toContain(email);
    expect(rows.map(({ recipient }) => recipient)).toContain(second.email);
    expect((await device.visit('/account')).status).toBe(303);
    expect(await listActions(id)).toEqual(['staff.reset-second-factor']);
    await owner.submit(`/admin/staff/${second.id}/remove`, {});
  });

  it('adds no other second factor with the password alone, where the role asks for one', async () => {
    const { device, customerId } = await addMember('accountant');
    await pool.query(`update staff_roles set needs_second_factor = true where name = 'accountant'`);
    expect((await device.submit('/account/two-factor/start', {})).location).toBe('/account/two-factor');
    await pool.query(
      `insert into passkeys (customer_id, credential_id, public_key, user_handle, name)
      values ($1, 'x', 'x', sha256('x'), 'Phone')`,
      [customerId],
    );
    for (const path of ['two-factor/start', 'two-factor/confirm', 'passkeys/1/remove'])
      expect((await device.submit(`/account/${path}`, { code: '123456' })).location, path).toContain('again=1');
    await pool.query('update account_sessions set has_second_factor = true where customer_id = $1', [customerId]);
    expect((await device.submit('/account/two-factor/start', {})).location).toBe('/account/two-factor');
    await pool.query(`update staff_roles set needs_second_factor = false where name = 'accountant'`);
  });

  it('who is the last owner stays', async () => {
    const removed = await owner.submit(`/admin/staff/${ownerId}/remove`, {});
    expect([removed.status, removed.body]).toEqual([409, expect.stringContaining('last owner')]);
    expect((await owner.submit(`/admin/staff/${ownerId}/role`, { role: 'clerk' })).status).toBe(409);
  });

  it('is not offered what the last owner is always refused, and is told why', async () => {
    const visit = async () => (await owner.visit(`/admin/staff/${ownerId}`)).body;
    const alone = await visit();
    expect(alone).toContain('This is the only owner of the shop');
    expect(alone).not.toMatch(/action="\/admin\/staff\/\d+\/(role|remove)"/);
    const second = await addMember('owner');
    const shared = await visit();
    expect(shared).not.toContain('This is the only owner of the shop');
    expect(shared.match(/action="\/admin\/staff\/\d+\/(role|remove)"/g)).toHaveLength(2);
    await owner.submit(`/admin/staff/${second.id}/remove`, {});
  });

  it('may look without changing, with staff.read alone', async () => {
    const { device, id } = await addMember('manager');
    expect((await device.visit('/admin/staff')).body).not.toContain('Invite somebody');
    expect((await device.visit(`/admin/staff/${id}`)).body).not.toContain('<form method="post" action="/admin/staff');
    expect((await device.visit('/admin/roles/clerk')).body).toContain('disabled=""');
    for (const path of ['staff/invite', 'roles/new']) expect((await device.visit(`/admin/${path}`)).status).toBe(403);
    for (const action of ['role', 'remove', 'end-sessions', 'reset-second-factor'])
      expect((await device.submit(`/admin/staff/${ownerId}/${action}`, {})).status, action).toBe(403);
  });
});

describe('what somebody has done', () => {
  it('is shown to who may read the audit, and to nobody else', async () => {
    const { device } = await addMember('support');
    const page = `/admin/staff/${ownerId}`;
    await pool.query(
      `insert into staff_role_permissions (role, permission) values ('support', 'staff.read') on conflict do nothing`,
    );
    await app.shop.db.transaction((tx) =>
      recordAudit(
        tx,
        { kind: 'staff', name: 'Ada', staffId: ownerId },
        {
          subject: { kind: 'setting', id: 'shop.address', label: 'shop.address' },
          ...{ action: 'settings.change', before: { value: ['Quay 1'] }, after: { value: { isOpen: true } } },
        },
      ),
    );
    const seen = (await owner.visit(page)).body;
    expect(seen).toContain('id="done"');
    expect(seen).toContain('Change · Setting shop.address');
    expect(seen).toContain('<ins>Is open: Yes</ins>');
    expect(seen).not.toContain('[object Object]');
    const { status, body } = await device.visit(page);
    expect(status).toBe(200);
    expect(body).not.toMatch(/id="(?:done|changed)"/);
  });
});

describe('what an owner does with staff', () => {
  it('needs a fresh sign-in, and is repeated after it', async () => {
    const { id, email } = await addMember('clerk');
    await pool.query(`update account_sessions set created_at = now() - interval '1 hour'`);
    for (const path of [
      `staff/${id}/remove`,
      `staff/${id}/end-sessions`,
      `staff/${id}/reset-second-factor`,
      'roles/new',
    ])
      expect((await owner.submit(`/admin/${path}`, {})).location, path).toContain('again=1');
    const { location } = await owner.submit(`/admin/staff/${id}/role`, { role: 'support' });
    const again = new URLSearchParams(location.split('?')[1]).get('return') ?? '';
    expect(await findRoleOf(email)).toBe('clerk');
    await pool.query('update account_sessions set created_at = now()');
    const { body } = await owner.visit(again);
    expect(body).toContain(`action="/admin/staff/${id}/role"`);
    expect(body).toContain('<input type="hidden" name="role" value="support"/>');
  });
});

describe('roles', () => {
  const readVersion = (body: string) => /name="version" value="([^"]*)"/.exec(body)?.[1] ?? '';

  it('say in plain words what they allow, with an amount where there is one', async () => {
    const { body } = await owner.visit('/admin/roles/clerk');
    expect(body).toContain('id="orders.refund"');
    expect(body).toMatch(/name="orders.refund.limit"[^>]*value="100.00"/);
    // Each area says closed how much is given, and what of it is dangerous.
    const area = /<details[^>]*id="area-orders">.*?<\/summary>/s.exec(body)?.[0] ?? '';
    expect(area.replaceAll(/<[^>]*>/g, '')).toMatch(/^Orders\d+ of \d+$/);
    const { rows } = await pool.query(
      `insert into staff_roles (name) values ('warden') on conflict do nothing returning name`,
    );
    await pool.query(`insert into staff_role_permissions (role, permission) values ('warden', 'staff.manage')`);
    expect(rows).toHaveLength(1);
    const warden = (await owner.visit('/admin/roles/warden')).body;
    expect(/<details[^>]*id="area-staff">.*?<\/summary>/s.exec(warden)?.[0]).toContain('1 sensitive');
    await pool.query(`delete from staff_roles where name = 'warden'`);
    expect((await owner.visit('/admin/roles')).body).toContain('Everything');
  });

  it('are made, changed, renamed and deleted, all recorded', async () => {
    const made = await owner.submit('/admin/roles/new', {
      name: 'weekend',
      'admin.open': '1',
      needs_second_factor: '1',
    });
    expect(made.location).toBe('/admin/roles');
    const version = readVersion((await owner.visit('/admin/roles/weekend')).body);
    const saved = await owner.submit('/admin/roles/weekend', {
      ...{ version, name: 'saturday', 'admin.open': '1', 'orders.refund': '1', 'orders.refund.limit': '50.00' },
    });
    expect(saved.location).toBe('/admin/roles/saturday');
    expect((await owner.visit('/admin/roles/saturday')).body).toContain('value="50.00"');
    expect((await owner.submit('/admin/roles/saturday/delete', {})).location).toBe('/admin/roles');
    expect((await owner.visit('/admin/roles/saturday')).status).toBe(404);
    expect(await listActions('saturday', 'role')).toEqual(['staff.delete-role', 'staff.change-role']);
    expect(await listActions('weekend', 'role')).toEqual(['staff.create-role']);
  });

  it.each([
    ['a name that is taken', { name: 'clerk' }, 409, 'This name is already in use.'],
    ['a name with capitals', { name: 'Weekend' }, 422, 'Use only lower-case letters and dashes, and not “new”.'],
    ['the name of the page', { name: 'new' }, 422, 'Use only lower-case letters and dashes, and not “new”.'],
    [
      'an amount without its tick',
      { name: 'sunday', 'orders.refund.limit': '5' },
      422,
      'Tick the permission for this amount, or leave it empty.',
    ],
    [
      'an amount that is none',
      { name: 'sunday', 'orders.refund': '1', 'orders.refund.limit': 'much' },
      422,
      'value="much"',
    ],
  ])('are refused with %s, and what was ticked stays', async (_what, fields, status, text) => {
    const refused = await owner.submit('/admin/roles/new', { ...fields, 'stock.write': '1' });
    expect([refused.status, refused.body]).toEqual([status, expect.stringContaining(text)]);
    expect(refused.body).toMatch(/id="stock.write"[^>]*checked/);
  });

  it('that somebody else has changed meanwhile are not overwritten unseen', async () => {
    const version = readVersion((await owner.visit('/admin/roles/support')).body);
    await pool.query(`update staff_roles set needs_second_factor = true where name = 'support'`);
    const fields = { name: 'support', 'admin.open': '1' };
    const refused = await owner.submit('/admin/roles/support', { version, ...fields });
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.stringContaining(
        'Someone changed this role since you opened it. You see your version below. Save again to replace theirs.',
      ),
    ]);
    const saved = await owner.submit('/admin/roles/support', { version: readVersion(refused.body), ...fields });
    expect(saved.status).toBe(303);
  });

  it('of owners keep everything, and those in use stay', async () => {
    const version = readVersion((await owner.visit('/admin/roles/owner')).body);
    await owner.submit('/admin/roles/owner', { version, needs_second_factor: '' });
    expect((await owner.visit('/admin/roles')).body).toContain('Everything');
    await addMember('clerk');
    expect((await owner.submit('/admin/roles/clerk/delete', {})).status).toBe(409);
    expect((await owner.submit('/admin/roles/owner/delete', {})).status).toBe(409);
  });
});
