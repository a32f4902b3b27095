import { adminPath } from '#platform/admin/contract.ts';
import type { ShippingMethod } from '../settings.ts';

export const shippingPath = adminPath('settings/shipping');
export const zonePath = adminPath('settings/shipping/zones/:id');
export const movePath = adminPath('settings/shipping/move');
export const undoPath = adminPath('settings/shipping/undo');
export const removePath = adminPath('settings/shipping/remove');

type MethodType = ShippingMethod['type'];

export const methodPaths: Readonly<Record<MethodType, string>> = {
  flat_rate: adminPath('settings/shipping/flat-rates/:id'),
  free_shipping: adminPath('settings/shipping/free-shipping/:id'),
  local_pickup: adminPath('settings/shipping/pickups/:id'),
  table: adminPath('settings/shipping/tables/:id'),
};
