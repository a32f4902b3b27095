import type { CliOutput, CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Permission } from '#platform/features/permissions.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { describeAmountProblem, readAmount } from '#platform/money/read-amount.ts';
import { manageStaff, readStaff } from './permissions.ts';
import {
  allowPermission,
  denyPermission,
  findRole,
  hasPermissions,
  listPermissions,
  listRoles,
  type StaffRole,
} from './role-rows.ts';
import { failWithHigherRole, failWithUsageError } from './staff-commands.ts';

const rolesCommand: CommandDefinition = {
  name: 'staff roles',
  summary: 'list the roles with what they allow',
  requires: readStaff.name,
  run: async (shop, _input, output) => {
    const roles = await listRoles(shop.db);
    const describe = (permission: string) =>
      shop.permissions.find(({ name }) => name === permission)?.description ?? '(nothing: no feature declares it)';
    output.table(
      ['role', 'permission', 'limit per order', 'allows to'],
      roles.flatMap(({ name, allowsAll, given }) => {
        const rows = given.map(({ permission, maxAmount }) => [
          ...[name, permission, maxAmount === null ? '' : formatAmount(shop, maxAmount), describe(permission)],
        ]);
        return allowsAll ? [[name, '', '', 'Do everything']] : rows;
      }),
    );
    output.result({ roles });
    return 0;
  },
};

const permissionArguments = [
  { name: '<role>', description: 'one of `staff roles`' },
  { name: '<permission>', description: 'such as orders.write; docs/security.md lists all' },
];

const allowCommand: CommandDefinition = {
  name: 'staff allow',
  summary: 'give a permission to a role; its people have it at once',
  requires: manageStaff.name,
  arguments: permissionArguments,
  options: [
    { flags: '--limit <amount>', description: 'the most that orders.refund gives back of an order, such as 50.00' },
  ],
  run: (shop, input, output) =>
    withRole(shop, input, output, async (role, permission) => {
      const { limit } = input.options;
      const { currency } = shop.choices;
      const maxAmount = limit === undefined ? null : readAmount(String(limit), currency);
      if (limit !== undefined && (maxAmount === null || maxAmount <= 0))
        return failWithUsageError(output, `--limit: ${describeAmountProblem(String(limit), currency)}`);
      if (maxAmount !== null && !permission.hasLimit)
        return failWithUsageError(output, `--limit: ${permission.name} moves no money`);
      if (!hasPermissions(input.actor, new Map([[permission.name, maxAmount]]))) return failWithHigherRole(output);
      await inTransaction(shop.db, (tx) => allowPermission(tx, role.name, permission.name, maxAmount));
      const limited = maxAmount === null ? '' : `, up to ${formatAmount(shop, maxAmount)} of an order`;
      output.line(`${role.name} may now: ${permission.name}${limited}.`);
      return 0;
    }),
};

const denyCommand: CommandDefinition = {
  name: 'staff deny',
  summary: 'take a permission from a role, whose people lose it at once',
  requires: manageStaff.name,
  arguments: permissionArguments,
  run: (shop, input, output) =>
    withRole(shop, input, output, async (role, permission) => {
      await inTransaction(shop.db, (tx) => denyPermission(tx, role.name, permission.name));
      const after = await findRole(shop.db, role.name);
      const isIncluded = after !== null && listPermissions(shop, after).has(permission.name);
      output.line(
        isIncluded
          ? `${role.name} may still: ${permission.name}, which another permission of the area includes.`
          : `${role.name} may not any more: ${permission.name}.`,
      );
      return 0;
    }),
};

/** Runs a command on the role and the permission that its arguments name, or says what is wrong. */
async function withRole(
  shop: Shop,
  { arguments: [roleName = '', permissionName = ''], actor }: CommandInput,
  output: CliOutput,
  work: (role: StaffRole, permission: Permission) => Promise<number>,
): Promise<number> {
  const role = await findRole(shop.db, roleName);
  const permission = shop.permissions.find(({ name }) => name === permissionName);
  if (!role) return failWithUsageError(output, `There is no role ${roleName}. List them with 'shop staff roles'.`);
  if (role.allowsAll) return failWithUsageError(output, `${role.name} may do everything, always.`);
  if (!permission) {
    const names = shop.permissions.map(({ name }) => name).join(', ');
    return failWithUsageError(output, `No feature declares ${permissionName}. Permissions: ${names}.`);
  }
  if (!hasPermissions(actor, listPermissions(shop, role))) return failWithHigherRole(output);
  const code = await work(role, permission);
  if (code === 0) output.result({ ok: true, ...(await findRole(shop.db, role.name)) });
  return code;
}

function formatAmount({ choices: { currency, locale } }: Shop, amount: number): string {
  return formatMoney({ amount, currency }, locale);
}

export const roleCommands: readonly CommandDefinition[] = [rolesCommand, allowCommand, denyCommand];
