import { findCustomerByEmail, findOrCreateCustomer, lockCustomer } from '#features/customers/index.ts';
import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import { isEmail, normalizeEmail } from '#platform/mail/email-address.ts';
import { enqueueLink } from '../links/link-mails.ts';
import { findPasswordHash } from '../passwords/password-rows.ts';
import { endSessions } from '../sessions/session-rows.ts';
import { accountSettings } from '../settings.ts';
import { isStaffRole, staffRoles } from './staff-roles.ts';
import { deleteStaffMember, listStaff, writeStaff } from './staff-rows.ts';

const emailArgument = [{ name: '<email>', description: 'e-mail address to sign in with' }];
const roles = staffRoles.join(', ');

const addCommand: CommandDefinition = {
  name: 'staff add',
  summary: 'let somebody into the back office, or change their role',
  arguments: emailArgument,
  options: [{ flags: '--role <role>', description: roles }],
  run: async (shop, { arguments: [typed = ''], options }, output) => {
    const email = normalizeEmail(typed);
    const role = String(options.role ?? '');
    if (!isStaffRole(role)) return failWithUsageError(output, `--role: expected one of ${roles}`);
    if (!isEmail(email)) return failWithUsageError(output, `expected an e-mail address instead of '${typed}'`);
    const isInvited = await inTransaction(shop.db, async (tx) => {
      const { id } = await findOrCreateCustomer(shop, tx, email);
      // Sign-ins that are under way end before, or see the role.
      await lockCustomer(tx, id);
      await writeStaff(tx, id, role, shop.clock.now());
      // Sessions of staff are shorter, and begin with a sign-in.
      await endSessions(tx, id, null);
      if ((await findPasswordHash(tx, id)) !== null) return false;
      const minutes = shop.settings(accountSettings).linkMinutes.invitation;
      await enqueueLink(shop, tx, { kind: 'set-password', email, minutes });
      return true;
    });
    output.line(`${email} is staff: ${role}.`);
    if (isInvited) output.line('A mail with a link to set a password is on its way.');
    output.result({ ok: true, email, role, isInvited });
    return 0;
  },
};

const listCommand: CommandDefinition = {
  name: 'staff list',
  summary: 'list who may open the back office',
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
  arguments: emailArgument,
  run: async (shop, { arguments: [email = ''] }, output) => {
    const isRemoved = await inTransaction(shop.db, async (tx) => {
      const customer = await findCustomerByEmail(tx, normalizeEmail(email));
      if (!customer || !(await lockCustomer(tx, customer.id))) return false;
      if (!(await deleteStaffMember(tx, customer.id))) return false;
      await endSessions(tx, customer.id, null);
      return true;
    });
    if (isRemoved) output.line(`${email} is no staff any more, and signed out everywhere.`);
    else output.warn(`Nobody with the e-mail address ${email} is staff.`);
    output.result(isRemoved ? { ok: true } : { ok: false, code: 'STAFF_NOT_FOUND' });
    return isRemoved ? 0 : 1;
  },
};

export const staffCommands: readonly CommandDefinition[] = [addCommand, listCommand, removeCommand];

function failWithUsageError(output: CliOutput, message: string): number {
  output.warn(message);
  return 2;
}
