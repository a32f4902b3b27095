import { findPeopleByEmail, withCustomer } from '#features/customers/index.ts';
import { recordAudit, toAuditActor } from '#platform/admin/audit/record-audit.ts';
import type { CommandDefinition } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import { normalizeEmail } from '#platform/mail/email-address.ts';
import type { DataSubject } from '#platform/sessions/personal-data.ts';
import { mergeAccountOperation } from './admin/merge-operation.tsx';
import { toGuest } from './admin/person-subject.ts';
import { collectData } from './collect.ts';
import { eraseCustomer, eraseGuest } from './deletion.ts';
import { mergeAccounts } from './merge.ts';

const emailArgument = [{ name: '<email>', description: 'email address of the customer' }];
const guestOption = { flags: '--guest', description: 'what belongs to no account and names this address' };
const yesOption = { flags: '--yes', description: 'it can not be undone' };

const showCommand: CommandDefinition = {
  name: 'personal-data show',
  summary: 'print all that the shop has of a customer or a guest, as JSON',
  requires: 'customers.export',
  arguments: emailArgument,
  options: [guestOption],
  run: (shop, { arguments: [email = ''], options }, output) => {
    const show = async (subject: DataSubject) => {
      const data = await collectData(shop, shop.db, subject);
      output.line(JSON.stringify(data, null, 2));
      output.result(data);
      return 0;
    };
    return options.guest === true ? show(toGuest(normalizeEmail(email))) : withCustomer(shop, email, output, show);
  },
};

const eraseCommand: CommandDefinition = {
  name: 'personal-data erase',
  summary: 'delete the account of a customer at once, or erase a guest',
  requires: 'customers.erase',
  arguments: emailArgument,
  options: [guestOption, yesOption],
  run: async (shop, { arguments: [email = ''], options }, output) => {
    if (options.yes !== true) {
      output.warn('This can not be undone. Expected --yes');
      return 2;
    }
    if (options.guest === true) {
      const guest = normalizeEmail(email);
      await inTransaction(shop.db, (tx) => eraseGuest(shop, tx, guest));
      output.line(`The guest ${guest} is erased. Orders are erased by a job, once they are closed.`);
      output.result({ ok: true });
      return 0;
    }
    return withCustomer(shop, email, output, async (customer) => {
      const code = await inTransaction(shop.db, (tx) => eraseCustomer(shop, tx, customer));
      if (code === null)
        output.line(`The account of ${email} is deleted. Its orders are erased by a job, once they are closed.`);
      else if (code === 'STAFF_ACCOUNT')
        output.warn(`${email} is staff. Take the back office from them first: /admin/staff.`);
      else output.warn(`The account of ${email} was deleted or merged meanwhile.`);
      output.result(code === null ? { ok: true } : { ok: false, code });
      return code === null ? 0 : 1;
    });
  },
};

const mergeCommand: CommandDefinition = {
  name: 'personal-data merge',
  summary: 'make two accounts one',
  requires: 'customers.merge',
  arguments: [
    { name: '<from>', description: 'email address of the account that ends' },
    { name: '<into>', description: 'email address of the account that stays' },
  ],
  options: [yesOption],
  run: async (shop, { arguments: [from = '', into = ''], options }, output) => {
    if (options.yes !== true) {
      output.warn('This can not be undone. Expected --yes');
      return 2;
    }
    return withCustomer(shop, from, output, (source) =>
      withCustomer(shop, into, output, async (survivor) => {
        const result = await inTransaction(shop.db, async (tx) => {
          const merged = await mergeAccounts(shop, tx, { from: source.id, into: survivor.id });
          const [person] = await findPeopleByEmail(tx, survivor.email);
          if (merged.ok && person !== undefined)
            await recordAudit(tx, toAuditActor('shop'), {
              subject: { kind: 'person', id: person, label: survivor.email },
              ...{ action: mergeAccountOperation.name, before: null, after: { mergedAccount: source.email } },
              customerId: survivor.id,
            });
          return merged;
        });
        if (result.ok) output.line(`Everything of ${source.email} is part of ${survivor.email} now.`);
        else output.warn(`The accounts were not merged: ${result.code}`);
        output.result(result.ok ? { ok: true } : result);
        return result.ok ? 0 : 1;
      }),
    );
  },
};

export const personalDataCommands: readonly CommandDefinition[] = [showCommand, eraseCommand, mergeCommand];
