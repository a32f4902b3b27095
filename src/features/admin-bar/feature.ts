import { canEditPages } from '#features/content/index.ts';
import type { Feature } from '#platform/features/feature.ts';
import { findStaffOfRequest } from '#platform/sessions/actor.ts';
import { registerAdminBar } from './routes.tsx';
import { adminBarTexts } from './texts.ts';

export const adminBar: Feature = {
  name: 'admin-bar',
  needs: ['content'],
  admin: { routes: registerAdminBar },
  siteOptions: async (shop, request) => {
    const staff = await findStaffOfRequest(shop, request);
    return { can_edit_pages: staff !== null && (await canEditPages(shop, staff)) };
  },
  texts: [adminBarTexts],
};
