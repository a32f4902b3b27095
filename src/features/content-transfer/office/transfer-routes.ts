import type { FastifyInstance } from 'fastify';
import { readRecordId } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatAttachment } from '#platform/http/attachment.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { exportContent } from '../export-content.ts';
import { writePermission } from './import-job.ts';
import { createImportPage } from './import-page.tsx';
import { findImport } from './import-store.ts';
import { exportPath, importPath, transferPath } from './paths.ts';
import { createTransferPage } from './transfer-page.tsx';

export function registerTransferRoutes(app: FastifyInstance, shop: Shop): void {
  const config = { requires: writePermission };
  app.get(transferPath, { config }, async (request, reply) =>
    renderPrivatePage(shop, request, reply, await createTransferPage(shop)),
  );
  app.get(importPath(':id'), { config }, async (request, reply) => {
    const found = await findImport(shop.db, { id: readRecordId(request) ?? 0 });
    if (!found) return reply.callNotFound();
    const [notice] = consumeNotices(shop, request, reply, ['IMPORT_GONE', 'IMPORT_NOT_READY']);
    return renderPrivatePage(shop, request, reply, await createImportPage(shop, found, notice?.code));
  });
  app.get(exportPath, { config: { requires: 'content.read' } }, async (_request, reply) =>
    reply
      .header('content-disposition', formatAttachment('content.json'))
      .header('x-content-type-options', 'nosniff')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(await exportContent(shop), null, 2)),
  );
}
