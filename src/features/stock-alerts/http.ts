import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { registerAccountAlerts } from './account/account-page.tsx';
import { alertsPath } from './contract.ts';
import { registerAlertPage } from './links/alert-page.tsx';
import { createFormPage } from './parts/form-page.tsx';

const id = z.coerce.number().int().min(0).max(2_147_483_647).catch(0);
const formQuery = z.object({ product_id: id, variation_id: id, kind: z.enum(['stock', 'price']).catch('stock') });

export function registerAlertRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(alertsPath, async (request, reply) => {
    const { product_id: productId, variation_id: variation, kind } = formQuery.parse(request.query);
    const target = { productId, variationId: variation === 0 || variation === productId ? null : variation, kind };
    return renderPrivatePage(shop, request, reply, await createFormPage(shop, target));
  });
  registerAlertPage(app, shop);
  registerAccountAlerts(app, shop);
}
