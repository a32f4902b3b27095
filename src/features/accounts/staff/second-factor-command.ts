import type { CommandDefinition } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import { changeRole } from './change-role.ts';
import { manageStaff } from './permissions.ts';
import { findRole } from './role-rows.ts';

/** Needed when the only owner of a shop has lost a passkey and can't open the back office. */
export const secondFactorCommand: CommandDefinition = {
  name: 'staff second-factor',
  summary: 'have the people of a role sign in with two factors, or not',
  requires: manageStaff.name,
  arguments: [
    { name: '<role>', description: 'such as `owner`' },
    { name: '<state>', description: '`on` or `off`' },
  ],
  run: async (shop, { arguments: [name = '', state = ''], actor }, output) => {
    if (state !== 'on' && state !== 'off') {
      output.warn(`expected on or off instead of '${state}'`);
      return 2;
    }
    const needsSecondFactor = state === 'on';
    const code = await inTransaction(shop.db, (tx) =>
      changeRole({ shop, tx, actor, action: 'staff second-factor' }, name, ({ given }) => ({
        ...{ name, needsSecondFactor },
        given: new Map(given.map(({ permission, maxAmount }) => [permission, maxAmount] as const)),
      })),
    );
    if (code !== null) {
      const isUnknown = code === 'ROLE_NOT_FOUND';
      output.warn(
        isUnknown ? `There is no role ${name}.` : 'Your role does not allow all of this itself. Ask an owner.',
      );
      output.result({ ok: false, code });
      return isUnknown ? 2 : 1;
    }
    output.line(
      `${name} opens the back office after a sign-in with ${needsSecondFactor ? 'two factors' : 'one factor'}.`,
    );
    output.result({ ok: true, ...(await findRole(shop.db, name)) });
    return 0;
  },
};
