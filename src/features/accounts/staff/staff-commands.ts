import { findCustomerByEmail, findOrCreateCustomer, lockCustomer } from '#features/customers/index.ts';
import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import { isEmail, normalizeEmail } from '#platform/mail/email-address.ts';
import { enqueueLink } from '../links/link-mails.ts';
import { findPasswordHash } from '../passwords/password-rows.ts';
import { endSessions } from '../sessions/session-rows.ts';
import { accountSettings } from '../settings.ts';
import { manageStaff, readStaff } from './permissions.ts';
import { findRole, listRoles } from './role-rows.ts';
import { isLastOwner, listStaff, removeStaffMember, writeStaff } from './staff-rows.ts';

const emailArgument = [{ name: '<email>', description: 'e-mail address to sign in with' }];

const addCommand: CommandDefinition = {
  name: 'staff add',
  summary: 'let somebody into the back office, or change their role',
  requires: manageStaff.name,
  arguments: emailArgument,
  options: [{ flags: '--role <role>', description: 'one of `staff roles`' }],
  run: async (shop, { arguments: [typed = ''], options }, output) => {
    const email = normalizeEmail(typed);
    const role = await findRole(shop.db, String(options.role ?? ''));
    if (!role) {
      const names = (await listRoles(shop.db)).map(({ name }) => name);
      return failWithUsageError(output, `--role: expected one of ${names.join(', ')}`);
    }
    if (!isEmail(email)) return failWithUsageError(output, `expected an e-mail address instead of '${typed}'`);
    const added = await inTransaction(shop.db, async (tx) => {
      const { id } = await findOrCreateCustomer(shop, tx, email);
      // Sign-ins that are under way end before, or see the role.
      await lockCustomer(tx, id);
      if (!role.allowsAll && (await isLastOwner(tx, id))) return { ok: false } as const;
      await writeStaff(tx, id, role.name, shop.clock.now());
      // Sessions of staff are shorter, and begin with a sign-in.
      await endSessions(tx, id, null);
      if ((await findPasswordHash(tx, id)) !== null) return { ok: true, isInvited: false } as const;
      const minutes = shop.settings(accountSettings).linkMinutes.invitation;
      await enqueueLink(shop, tx, { kind: 'set-password', email, minutes });
      return { ok: true, isInvited: true } as const;
    });
    if (!added.ok) return failWithLastOwner(output, email);
    output.line(`${email} is staff: ${role.name}.`);
    if (added.isInvited) output.line('A mail with a link to set a password is on its way.');
    output.result({ ok: true, email, role: role.name, isInvited: added.isInvited });
    return 0;
  },
};

const listCommand: CommandDefinition = {
  name: 'staff list',
  summary: 'list who may open the back office',
  requires: readStaff.name,
  run: async (shop, _input, output) => {
    const staff = await listStaff(shop.db);
    output.table(
      ['e-mail', 'name', 'role', 'password', 'since'],
      staff.map(({ email, name, role, hasPassword, createdAt }) => [
        email,
        name,
        role,
        hasPassword ? 'set' : 'not set',
        createdAt.toISOString().slice(0, 10),
      ]),
    );
    output.result(staff);
    return 0;
  },
};

const removeCommand: CommandDefinition = {
  name: 'staff remove',
  summary: 'take the back office from somebody, who stays a customer',
  requires: manageStaff.name,
  arguments: emailArgument,
  run: async (shop, { arguments: [email = ''] }, output) => {
    const result = await inTransaction(shop.db, async (tx) => {
      const customer = await findCustomerByEmail(tx, normalizeEmail(email));
      if (!customer || !(await lockCustomer(tx, customer.id))) return 'STAFF_NOT_FOUND';
      if (await isLastOwner(tx, customer.id)) return 'LAST_OWNER';
      if (!(await removeStaffMember(tx, customer.id, shop.clock.now()))) return 'STAFF_NOT_FOUND';
      await endSessions(tx, customer.id, null);
      return null;
    });
    if (result === 'LAST_OWNER') return failWithLastOwner(output, email);
    if (result === null) output.line(`${email} is no staff any more, and signed out everywhere.`);
    else output.warn(`Nobody with the e-mail address ${email} is staff.`);
    output.result(result === null ? { ok: true } : { ok: false, code: result });
    return result === null ? 0 : 1;
  },
};

export const staffCommands: readonly CommandDefinition[] = [addCommand, listCommand, removeCommand];

function failWithUsageError(output: CliOutput, message: string): number {
  output.warn(message);
  return 2;
}

function failWithLastOwner(output: CliOutput, email: string): number {
  output.warn(`${email} is the last owner. Make somebody else an owner first: shop staff add <email> --role owner`);
  output.result({ ok: false, code: 'LAST_OWNER' });
  return 1;
}
