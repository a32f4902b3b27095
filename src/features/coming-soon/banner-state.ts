import { isAdminBarUser } from '#platform/admin/admin-bar-users.ts';
import type { PrivateStatePart } from '#platform/sessions/private-state.ts';
import { type ComingSoonState, comingSoonState } from './contract.ts';
import { comingSoonSettings } from './settings.ts';

/** Tells the script of cached pages whether the visitor is staff and therefore sees the banner. */
export const bannerState: PrivateStatePart = {
  name: comingSoonState,
  async read(shop, _actor, _hint, request): Promise<ComingSoonState> {
    const isAsked = shop.settings(comingSoonSettings).audience === 'staff';
    return isAsked && (await isAdminBarUser(shop, request)) ? { isForStaff: true } : {};
  },
};
