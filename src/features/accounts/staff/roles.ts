import type { Shop } from '#platform/features/shop.ts';
import { accountSettings } from '../settings.ts';
import type { StaffRole } from './staff-roles.ts';

/** A name that the settings give to a role and that no feature declares allows nothing. */
export function listPermissionsOfRole(
  shop: Pick<Shop, 'settings' | 'permissions'>,
  role: StaffRole,
): ReadonlySet<string> {
  if (role === 'shop-manager') return new Set(shop.permissions.map(({ name }) => name));
  return new Set(shop.settings(accountSettings).permissions[role]);
}
