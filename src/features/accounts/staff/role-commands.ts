import type { CliOutput, CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Permission } from '#platform/features/permissions.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { describeAmountProblem, readAmount } from '#platform/money/read-amount.ts';
import { changeRole, type RoleValues } from './change-role.ts';
import { manageStaff, readStaff } from './permissions.ts';
import { findRole, listPermissions, listRoles, type StaffRole } from './role-rows.ts';
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
      roles.flatMap(({ name, allowsAll, needsSecondFactor, given }) => {
        const factors = needsSecondFactor ? [[name, '', '', 'Only after a sign-in with two factors']] : [];
        const rows = given.map(({ permission, maxAmount }) => [
          ...[name, permission, maxAmount === null ? '' : formatAmount(shop, maxAmount), describe(permission)],
        ]);
        return [...factors, ...(allowsAll ? [[name, '', '', 'Do everything']] : rows)];
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
      const refusal = await inTransaction(shop.db, (tx) => {
        const change = { shop, tx, actor: input.actor, action: 'staff allow' };
        return changeRole(
          change,
          role.name,
          withGiven((given) => given.set(permission.name, maxAmount)),
        );
      });
      if (refusal) return failWithHigherRole(output);
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
      const refusal = await inTransaction(shop.db, (tx) => {
        const change = { shop, tx, actor: input.actor, action: 'staff deny' };
        return changeRole(
          change,
          role.name,
          withGiven((given) => given.delete(permission.name)),
        );
      });
      if (refusal) return failWithHigherRole(output);
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

const secondFactorCommand: CommandDefinition = {
  name: 'staff second-factor',
  summary: 'have the people of a role sign in with two factors, or not',
  requires: manageStaff.name,
  arguments: [
    { name: '<role>', description: 'one of `staff roles`' },
    { name: '<state>', description: '`on` or `off`' },
  ],
  run: async (shop, { arguments: [roleName = '', state = ''], actor }, output) => {
    if (state !== 'on' && state !== 'off')
      return failWithUsageError(output, `expected on or off instead of '${state}'`);
    const needsSecondFactor = state === 'on';
    const refusal = await inTransaction(shop.db, (tx) =>
      changeRole({ shop, tx, actor, action: 'staff second-factor' }, roleName, (role) => ({
        ...{ name: role.name, given: toMap(role), needsSecondFactor },
      })),
    );
    if (refusal === 'ROLE_NOT_FOUND') return failWithUnknownRole(output, roleName);
    if (refusal) return failWithHigherRole(output);
    output.line(
      needsSecondFactor
        ? `${roleName} opens the back office only after a sign-in with two factors.`
        : `${roleName} opens the back office after a sign-in with one factor.`,
    );
    output.result({ ok: true, ...(await findRole(shop.db, roleName)) });
    return 0;
  },
};

const toMap = ({ given }: StaffRole) =>
  new Map(given.map(({ permission, maxAmount }) => [permission, maxAmount] as const));

/** A role with other permissions. */
const withGiven =
  (change: (given: Map<string, number | null>) => unknown) =>
  (role: StaffRole): RoleValues => {
    const given = toMap(role);
    change(given);
    return { name: role.name, needsSecondFactor: role.needsSecondFactor, given };
  };

const failWithUnknownRole = (output: CliOutput, name: string): number =>
  failWithUsageError(output, `There is no role ${name}. List them with 'shop staff roles'.`);

/** Runs a command on the role and the permission that its arguments name, or says what is wrong. */
async function withRole(
  shop: Shop,
  { arguments: [roleName = '', permissionName = ''] }: CommandInput,
  output: CliOutput,
  work: (role: StaffRole, permission: Permission) => Promise<number>,
): Promise<number> {
  const role = await findRole(shop.db, roleName);
  const permission = shop.permissions.find(({ name }) => name === permissionName);
  if (!role) return failWithUnknownRole(output, roleName);
  if (role.allowsAll) return failWithUsageError(output, `${role.name} may do everything, always.`);
  if (!permission) {
    const names = shop.permissions.map(({ name }) => name).join(', ');
    return failWithUsageError(output, `No feature declares ${permissionName}. Permissions: ${names}.`);
  }
  const code = await work(role, permission);
  if (code === 0) output.result({ ok: true, ...(await findRole(shop.db, role.name)) });
  return code;
}

function formatAmount({ choices: { currency, locale } }: Shop, amount: number): string {
  return formatMoney({ amount, currency }, locale);
}

export const roleCommands: readonly CommandDefinition[] = [
  rolesCommand,
  allowCommand,
  denyCommand,
  secondFactorCommand,
];
