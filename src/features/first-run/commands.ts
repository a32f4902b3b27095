import { manageStaff } from '#features/accounts/index.ts';
import type { CommandDefinition } from '#platform/cli/command.ts';
import { createFirstRunLink } from './link/first-run-link.ts';

const firstOwnerCommand: CommandDefinition = {
  name: 'staff first-owner',
  summary: 'print a link with which the first owner sets the shop up; earlier ones end',
  requires: manageStaff.name,
  run: async (shop, _input, output) => {
    const path = await createFirstRunLink(shop);
    if (path === null) {
      output.warn('The shop has an owner. Owners let others in: /admin/staff');
      output.result({ ok: false, code: 'OWNER_EXISTS' });
      return 1;
    }
    const url = `${shop.config.publicUrl}${path}`;
    output.line(`${url}`);
    output.line('Whoever opens it first becomes the owner of the shop. Show it to nobody else.');
    output.result({ ok: true, url });
    return 0;
  },
};

export const firstRunCommands: readonly CommandDefinition[] = [firstOwnerCommand];
