import { adminPath } from '#platform/admin/contract.ts';
import type { ShopCheck } from '#platform/checks/checks.ts';
import { listRoles } from './role-rows.ts';

/**
 * Warns when a password alone gives full access: members whose role allows everything and requires no second factor.
 */
export const checkStaffRoles: ShopCheck = async ({ db, config }) => {
  const finding = { what: 'Staff', about: 'accounts', path: adminPath('roles') };
  const open = (await listRoles(db)).filter(({ allowsAll, needsSecondFactor }) => allowsAll && !needsSecondFactor);
  if (open.length === 0) return [{ ...finding, state: 'ok', text: 'who may do everything signs in with two factors' }];
  // Anybody may try the demo, so it requires no second factor.
  if (config.mode === 'demo') return [{ ...finding, state: 'ok', text: 'two factors are not asked for in a demo' }];
  const names = open.map(({ name }) => name).join(', ');
  const text = `one password opens everything: the role ${names} needs no second factor`;
  return [{ ...finding, state: 'warning', text, action: 'Have this role sign in with two factors' }];
};
