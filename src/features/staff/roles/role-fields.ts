import { z } from 'zod';
import { isRoleName, type RoleValues, type StaffRole } from '#features/accounts/index.ts';
import type { Permission } from '#platform/features/permissions.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Field, FieldRecord, FormProblem } from '#platform/forms/field.ts';
import { flag, line, money } from '#platform/forms/kinds.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { formatMoney } from '#platform/money/money.ts';
import { staffTexts as texts } from '../texts.ts';

const limitName = (permission: string): string => `${permission}.limit`;

/**
 * Fields for the name and the second factor of a role.
 * @param hasName whether the name can be edited
 */
export function createRoleFields({ t }: Pick<Shop, 't'>, hasName: boolean) {
  const name = line({
    ...{ name: 'name', label: t(texts.roleName), hint: t(texts.roleNameHint), required: true, max: 50 },
    isValid: (value) => isRoleName(value) && value !== 'new',
    invalid: t(texts.roleNameInvalid),
  });
  return {
    ...(hasName ? { name } : {}),
    needsSecondFactor: flag({
      ...{ name: 'needs_second_factor', label: t(texts.needsSecondFactor), hint: t(texts.needsSecondFactorHint) },
    }),
  };
}

/** Checkbox with the description of a permission, and a field for its maximum amount if it has a limit. */
export function createPermissionFields(
  { t, choices: { currency, locale } }: Pick<Shop, 't' | 'choices'>,
  { name, description, hasLimit, isDangerous }: Permission,
): FieldRecord {
  const options = { label: t(texts.upTo), hint: t(texts.upToHint), currency, locale, min: 1 };
  return {
    [name]: flag({ name, label: description, ...(isDangerous && { hint: t(texts.dangerousHint) }) }),
    [limitName(name)]: hasLimit ? money({ name: limitName(name), ...options }) : null,
  };
}

/** Fields that format roles in the audit. The value of a permission is true, or its limit in minor units. */
export function createAuditFields({ t, permissions, choices: { currency, locale } }: Shop): FieldRecord {
  const toField = ({ name, description }: Permission) => {
    const field = flag({ label: description });
    const given = z.union([z.boolean(), z.int()]).nullish();
    const toText = (value: unknown) =>
      typeof value === 'number'
        ? t(texts.upToAmount, { amount: formatMoney({ amount: value, currency }, locale) })
        : t(value === true ? texts.yes : texts.no);
    return [name, { ...field, kind: { ...field.kind, json: () => given, toText } } as Field] as const;
  };
  return {
    ...{
      name: line({ label: t(texts.roleName), max: 50 }),
      needsSecondFactor: flag({ label: t(texts.needsSecondFactor) }),
    },
    ...Object.fromEntries(permissions.map(toField)),
  };
}

/** Groups permissions by area: `orders` for `orders.write`. */
export function groupPermissions(
  permissions: readonly Permission[],
): readonly (readonly [string, readonly Permission[]])[] {
  const areas = Map.groupBy(permissions, ({ name }) => name.split('.', 1)[0] ?? '');
  return [...areas].toSorted(([a], [b]) => a.localeCompare(b));
}

export function createAllFields(shop: Shop, hasName: boolean): FieldRecord {
  return Object.assign(
    {},
    createRoleFields(shop, hasName),
    ...shop.permissions.map((permission) => createPermissionFields(shop, permission)),
  ) as Record<string, Field | null>;
}

export function toRoleForm(shop: Shop, role: StaffRole): FormBody {
  const form: Record<string, string> = { name: role.name, needs_second_factor: role.needsSecondFactor ? '1' : '' };
  for (const { permission, maxAmount } of role.given) {
    form[permission] = '1';
    const name = limitName(permission);
    const field = createAllFields(shop, false)[name];
    if (field && maxAmount !== null) Object.assign(form, field.kind.toForm(maxAmount, name, field));
  }
  return form;
}

/**
 * Converts the form to a role.
 * @param role the stored role; null for a new role
 */
export function readRole(
  { t, permissions }: Pick<Shop, 't' | 'permissions'>,
  values: Readonly<Record<string, unknown>>,
  role: StaffRole | null,
): { readonly values: RoleValues; readonly problems: readonly FormProblem[] } {
  const ticked = permissions.filter(({ name }) => values[name] === true);
  const given = new Map(
    ticked.map(({ name }) => [name, (values[limitName(name)] as number | null | undefined) ?? null]),
  );
  // Permissions of features that are now switched off are kept.
  for (const { permission, maxAmount } of role?.given ?? [])
    if (!permissions.some(({ name }) => name === permission)) given.set(permission, maxAmount);
  const lonely = permissions.filter(({ name }) => values[name] !== true && typeof values[limitName(name)] === 'number');
  return {
    values: {
      name: typeof values.name === 'string' ? values.name : (role?.name ?? ''),
      needsSecondFactor: values.needsSecondFactor === true,
      given,
    },
    problems: lonely.map(({ name }) => ({ field: limitName(name), message: t(texts.limitAlone) })),
  };
}

/**
 * Describes the stored state of a role. The form sends it back, so that a change made since the form was opened is
 * not overwritten.
 */
export const toVersion = ({ needsSecondFactor, given }: StaffRole): string =>
  [needsSecondFactor ? 1 : 0, ...given.map(({ permission, maxAmount }) => `${permission}=${maxAmount ?? ''}`)].join(
    ' ',
  );
