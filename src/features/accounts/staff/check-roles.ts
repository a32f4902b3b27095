import type { ShopCheck } from '#platform/checks/checks.ts';
import { accountSettings } from '../settings.ts';
import { listRoles } from './role-rows.ts';

/** Checks that roles which must have two factors exist: a misspelt one would protect nobody. */
export const checkStaffRoles: ShopCheck = async ({ db, settings }) => {
  const { twoFactorRoles } = settings(accountSettings);
  if (twoFactorRoles.length === 0) return [];
  const roles = (await listRoles(db)).map(({ name }) => name);
  const unknown = twoFactorRoles.filter((name) => !roles.includes(name));
  const finding = { what: 'Staff', about: 'accounts' };
  if (unknown.length === 0) return [{ ...finding, state: 'ok', text: `two factors for ${twoFactorRoles.join(', ')}` }];
  const text = `accounts.twoFactorRoles names ${unknown.join(', ')}, which no role is called`;
  return [{ ...finding, state: 'warning', text, action: `Roles are ${roles.join(', ')}` }];
};
