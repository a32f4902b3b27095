import type { FastifyInstance } from 'fastify';
import { getPreviewPath, productPageTexts as texts } from '#features/product-editor/index.ts';
import { readRecordId } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { Notice } from '#ui/notice.tsx';
import { previewProduct } from '../pages/product.tsx';

const maxId = 2_147_483_647;

/**
 * Shows a product as shoppers would see it before it is published. Only staff see the page, and no part of it is
 * cached.
 */
export function registerProductPreview(app: FastifyInstance, shop: Shop): void {
  app.get(
    getPreviewPath(':id'),
    { config: { requires: 'products.read', isPageOfShop: true } },
    async (request, reply) => {
      const id = readRecordId(request);
      const [path = '/'] = request.url.split('?', 1);
      const found = id === null || id > maxId ? null : await previewProduct(shop, shop.renderContext(path), id);
      if (found?.kind !== 'page') return reply.callStatusPage(404);
      const { title, body, head, styles } = found;
      const note = (
        <div className="wrap">
          <Notice kind="info">{shop.t(texts.previewNote, { name: title })}</Notice>
        </div>
      );
      const view = {
        title,
        body: (
          <>
            {note}
            {body}
          </>
        ),
        ...(head ? { head } : {}),
        ...(styles ? { styles } : {}),
      };
      return renderPrivatePage(shop, request, reply, view);
    },
  );
}
