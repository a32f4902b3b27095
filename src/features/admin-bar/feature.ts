import type { Feature } from '#platform/features/feature.ts';
import { findStaffOfRequest, isPermitted } from '#platform/sessions/actor.ts';
import { registerAdminBar } from './routes.tsx';
import { adminBarTexts } from './texts.ts';

export const adminBar: Feature = {
  name: 'admin-bar',
  needs: ['content'],
  admin: { routes: registerAdminBar },
  siteOptions: async (shop, request) => {
    const staff = await findStaffOfRequest(shop, request);
    return { can_edit_pages: staff !== null && isPermitted(staff, 'content.write') };
  },
  texts: [adminBarTexts],
};
