import type { FastifyInstance } from 'fastify';
import type { Feature } from '#platform/features/feature.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { auditPath } from './audit-address.ts';
import { createAuditPage } from './audit-page.tsx';
import { readAudit } from './permissions.ts';
import { auditTexts } from './texts.ts';

/** The page of the audit. Its services are the platform's. */
export const audit: Feature = {
  name: 'audit',
  needs: [],
  admin: {
    navigation: [{ section: 'settings', text: auditTexts.title, path: auditPath, permission: readAudit.name }],
    auditKinds: [{ kind: 'setting', text: auditTexts.setting }],
    routes: registerAuditPage,
  },
  texts: [auditTexts],
};

function registerAuditPage(app: FastifyInstance, shop: Shop): void {
  app.get(auditPath, { config: { requires: readAudit.name } }, async (request, reply) => {
    const query = new URLSearchParams(request.url.split('?', 2)[1]);
    return renderPrivatePage(shop, request, reply, await createAuditPage(shop, await getActor(shop, request), query));
  });
}
