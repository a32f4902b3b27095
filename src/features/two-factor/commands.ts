import { findMember, refuseMemberChange } from '#features/accounts/index.ts';
import { findCustomerByEmail, lockCustomer } from '#features/customers/index.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import type { CommandDefinition } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { normalizeEmail } from '#platform/mail/email-address.ts';
import { switchOff } from './setup/setup-mutations.ts';

export const resetTwoFactor = definePermission('two-factor.reset', 'Switch two-factor sign-in off for somebody', {
  isDangerous: true,
});

const offCommand: CommandDefinition = {
  name: 'two-factor off',
  summary: 'switch two-factor sign-in off for somebody who has lost phone and recovery codes',
  requires: resetTwoFactor.name,
  arguments: [{ name: '<email>', description: 'email address to sign in with' }],
  run: async (shop, { arguments: [email = ''], actor }, output) => {
    const refusal = await inTransaction(shop.db, async (tx) => {
      const customer = await findCustomerByEmail(tx, normalizeEmail(email));
      if (customer === null) return 'TWO_FACTOR_OFF';
      // Lock the customer: a concurrent change that makes the customer a member of staff waits, or is seen by the
      // check below.
      await lockCustomer(tx, customer.id);
      const member = await findMember(tx, customer.id);
      const isAbove = member && (await refuseMemberChange({ shop, tx, actor }, member.role));
      if (isAbove) return isAbove;
      if (!(await switchOff(shop, tx, customer, null))) return 'TWO_FACTOR_OFF';
      const { id, kind } = member ? { id: member.id, kind: 'staff' } : { id: customer.id, kind: 'customer' };
      const subject = { kind, id, label: customer.email };
      const values = { before: { hasTwoFactors: true }, after: { hasTwoFactors: false } };
      await recordAudit(tx, actor, { subject, action: 'two-factor off', ...values, customerId: customer.id });
      return null;
    });
    if (refusal === null) output.line(`${email} signs in without a code from now on, and is signed out everywhere.`);
    else if (refusal === 'ROLE_ABOVE_YOURS') output.warn(`${email} may do more than you. Ask an owner.`);
    else output.warn(`Nobody with the email address ${email} has two-factor sign-in.`);
    output.result(refusal === null ? { ok: true } : { ok: false, code: refusal });
    return refusal === null ? 0 : 1;
  },
};

export const twoFactorCommands: readonly CommandDefinition[] = [offCommand];
