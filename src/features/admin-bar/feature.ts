import { canEditPages } from '#features/content/index.ts';
import type { Feature } from '#platform/features/feature.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { registerAdminBar } from './routes.tsx';
import { adminBarTexts } from './texts.ts';

export const adminBar: Feature = {
  name: 'admin-bar',
  needs: ['content'],
  admin: { routes: registerAdminBar },
  siteOptions: async (shop, request) => ({ can_edit_pages: await canEditPages(shop, await getActor(shop, request)) }),
  texts: [adminBarTexts],
};
