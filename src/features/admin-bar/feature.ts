import type { Feature } from '#platform/features/feature.ts';
import { canEditPages, registerAdminBar } from './routes.tsx';
import { adminBarTexts } from './texts.ts';

export const adminBar: Feature = {
  name: 'admin-bar',
  needs: ['content'],
  admin: { routes: registerAdminBar },
  siteOptions: async (shop, request) => ({ can_edit_pages: await canEditPages(shop, request) }),
  texts: [adminBarTexts],
};
