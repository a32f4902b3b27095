import { withCustomer } from '#features/customers/index.ts';
import type { CommandDefinition } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import { collectData } from './collect.ts';
import { eraseCustomer } from './deletion.ts';

const emailArgument = [{ name: '<email>', description: 'e-mail address of the customer' }];

const showCommand: CommandDefinition = {
  name: 'personal-data show',
  summary: 'print all that the shop has of a customer, as JSON',
  requires: 'customers.export',
  arguments: emailArgument,
  run: (shop, { arguments: [email = ''] }, output) =>
    withCustomer(shop, email, output, async (customer) => {
      const data = await collectData(shop, shop.db, customer);
      output.line(JSON.stringify(data, null, 2));
      output.result(data);
      return 0;
    }),
};

const eraseCommand: CommandDefinition = {
  name: 'personal-data erase',
  summary: 'delete the account of a customer at once',
  requires: 'customers.erase',
  arguments: emailArgument,
  options: [{ flags: '--yes', description: 'it can not be undone' }],
  run: async (shop, { arguments: [email = ''], options }, output) => {
    if (options.yes !== true) {
      output.warn('This can not be undone. Expected --yes');
      return 2;
    }
    return withCustomer(shop, email, output, async (customer) => {
      const isErased = await inTransaction(shop.db, (tx) => eraseCustomer(shop, tx, customer));
      if (isErased)
        output.line(`The account of ${email} is deleted. Its orders are erased by a job, once they are closed.`);
      else output.warn(`${email} is staff. Take the back office from them first: /admin/staff.`);
      output.result(isErased ? { ok: true } : { ok: false, code: 'STAFF_ACCOUNT' });
      return isErased ? 0 : 1;
    });
  },
};

export const personalDataCommands: readonly CommandDefinition[] = [showCommand, eraseCommand];
