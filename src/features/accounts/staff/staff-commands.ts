import { findCustomerByEmail, findOrCreateCustomer } from '#features/customers/index.ts';
import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import { isEmail, normalizeEmail } from '#platform/mail/email-address.ts';
import { enqueueLink } from '../links/link-mails.ts';
import { findPasswordHash } from '../passwords/password-rows.ts';
import { accountSettings } from '../settings.ts';
import { giveRole, removeFromStaff, type StaffFailure } from './change-staff.ts';
import { manageStaff, readStaff } from './permissions.ts';
import { findRole, listRoles } from './role-rows.ts';
import { listStaff } from './staff-rows.ts';

const emailArgument = [{ name: '<email>', description: 'e-mail address to sign in with' }];

const addCommand: CommandDefinition = {
  name: 'staff add',
  summary: 'let somebody into the back office, or change their role',
  requires: manageStaff.name,
  arguments: emailArgument,
  options: [{ flags: '--role <role>', description: 'one of `staff roles`' }],
  run: async (shop, { arguments: [typed = ''], options, actor }, output) => {
    const email = normalizeEmail(typed);
    const role = await findRole(shop.db, String(options.role ?? ''));
    if (!role) {
      const names = (await listRoles(shop.db)).map(({ name }) => name);
      return failWithUsageError(output, `--role: expected one of ${names.join(', ')}`);
    }
    if (!isEmail(email)) return failWithUsageError(output, `expected an e-mail address instead of '${typed}'`);
    const added = await inTransaction(shop.db, async (tx) => {
      const { id } = await findOrCreateCustomer(shop, tx, email);
      const refusal = await giveRole({ shop, tx, actor, action: 'staff add' }, { id, email }, role.name);
      if (refusal) return { ok: false, code: refusal } as const;
      if ((await findPasswordHash(tx, id)) !== null) return { ok: true, isInvited: false } as const;
      const minutes = shop.settings(accountSettings).linkMinutes.invitation;
      await enqueueLink(shop, tx, { kind: 'set-password', email, minutes });
      return { ok: true, isInvited: true } as const;
    });
    if (!added.ok) return failWithRefusal(output, email, added.code);
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
  run: async (shop, { arguments: [email = ''], actor }, output) => {
    const result = await inTransaction(shop.db, async (tx) => {
      const customer = await findCustomerByEmail(tx, normalizeEmail(email));
      if (!customer) return 'STAFF_NOT_FOUND';
      return removeFromStaff({ shop, tx, actor, action: 'staff remove' }, customer);
    });
    if (result !== null) return failWithRefusal(output, email, result);
    output.line(`${email} is no staff any more, and signed out everywhere.`);
    output.result({ ok: true });
    return 0;
  },
};

export const staffCommands: readonly CommandDefinition[] = [addCommand, listCommand, removeCommand];

export function failWithUsageError(output: CliOutput, message: string): number {
  output.warn(message);
  return 2;
}

function failWithRefusal(output: CliOutput, email: string, code: StaffFailure): number {
  if (code === 'ROLE_ABOVE_YOURS') return failWithHigherRole(output);
  output.warn(
    code === 'LAST_OWNER'
      ? `${email} is the last owner. Make somebody else an owner first: shop staff add <email> --role owner`
      : `Nobody with the e-mail address ${email} is staff.`,
  );
  output.result({ ok: false, code });
  return 1;
}

export function failWithHigherRole(output: CliOutput): number {
  output.warn('Your role does not allow all of this itself. Ask an owner.');
  output.result({ ok: false, code: 'ROLE_ABOVE_YOURS' });
  return 1;
}
