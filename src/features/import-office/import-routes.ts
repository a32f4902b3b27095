import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readRecordId } from '#platform/admin/records/record.ts';
import { formatCsvLine } from '#platform/csv/csv-line.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { withScratchPath } from '#platform/files/scratch-files.ts';
import { formatAttachment } from '#platform/http/attachment.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { getActor, isPermitted } from '#platform/sessions/actor.ts';
import { findExportFile, maxRowsInRequest, recordExport } from './exports/export-files.ts';
import { findExport, writeExport } from './exports/export-kinds.ts';
import { openFiles } from './files.ts';
import { findImport } from './imports/import-store.ts';
import { createRefusedFile } from './imports/refused-file.ts';
import { findKind } from './kinds/kinds.ts';
import { createImportPage } from './pages/import-page.tsx';
import { createImportsPage, noticeCodes } from './pages/imports-page.tsx';
import * as paths from './paths.ts';
import { importPermission } from './permissions.ts';
import { importTexts as texts } from './texts.ts';

const config = { requires: importPermission.name };

const sendCsv = (reply: FastifyReply, name: string, content: string | Readable) =>
  reply
    .header('content-disposition', formatAttachment(name))
    .header('x-content-type-options', 'nosniff')
    .type('text/csv; charset=utf-8')
    .send(content);

const readKind = ({ params }: FastifyRequest) => (params as { readonly kind: string }).kind;

export function registerImportRoutes(app: FastifyInstance, shop: Shop): void {
  const readNotice = (request: FastifyRequest, reply: FastifyReply) =>
    consumeNotices(shop, request, reply, noticeCodes)[0]?.code;
  app.get(paths.importsPath, { config }, async (request, reply) => {
    const page = await createImportsPage(shop, await getActor(shop, request), { notice: readNotice(request, reply) });
    return renderPrivatePage(shop, request, reply, page);
  });
  app.get(paths.importPath(':id'), { config }, async (request, reply) => {
    const actor = await getActor(shop, request);
    const file = await findImport(shop.db, { id: readRecordId(request) ?? 0 });
    if (!file || !isPermitted(actor, findKind(file.kind)?.requires ?? '')) return reply.callNotFound();
    const query = new URLSearchParams(request.url.split('?', 2)[1]);
    const page = await createImportPage({ shop, actor, file, query, notice: readNotice(request, reply) });
    return renderPrivatePage(shop, request, reply, page);
  });
  app.get(paths.refusedPath(':id'), { config }, async (request, reply) => {
    const file = await findImport(shop.db, { id: readRecordId(request) ?? 0 });
    const kind = file && findKind(file.kind);
    if (!kind || !isPermitted(await getActor(shop, request), kind.requires)) return reply.callNotFound();
    if ((await openFiles(shop).open(file.fileId)) === null) return reply.callNotFound();
    return sendCsv(reply, `refused-${file.name}`, Readable.from(createRefusedFile(shop, file)));
  });
  for (const [path, name] of [
    [paths.templatePath(':kind'), 'template'],
    [paths.examplePath(':kind'), 'example'],
  ] as const)
    app.get(path, { config }, async (request, reply) => {
      const kind = findKind(readKind(request));
      if (!kind) return reply.callNotFound();
      const rows = name === 'example' ? kind.example : [];
      const lines = [kind.heads, ...rows.map((row) => kind.heads.map((head) => row[head] ?? ''))].map(formatCsvLine);
      return sendCsv(reply, `${kind.id}-${name}.csv`, `\ufeff${lines.join('')}`);
    });
  registerExportRoutes(app, shop);
}

function registerExportRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(paths.exportPath(':kind'), { config }, async (request, reply) => {
    const actor = await getActor(shop, request);
    const kind = findExport(readKind(request));
    if (!kind || !isPermitted(actor, kind.requires)) return reply.callNotFound();
    const rows = await kind.count(shop.db);
    if (rows > maxRowsInRequest) return reply.refuse(409, 'EXPORT_TOO_LARGE', shop.t(texts.EXPORT_TOO_LARGE));
    await inTransaction(shop.db, (tx) => recordExport(tx, actor, kind, rows));
    return withScratchPath(shop, async (path) => {
      await writeExport(shop, kind, path);
      // A file that is open can be read to its end after its deletion.
      const file = await open(path);
      return sendCsv(reply, `${kind.id}.csv`, file.createReadStream());
    });
  });
  app.get(paths.exportFilePath(':id'), { config }, async (request, reply) => {
    const { id } = request.params as { readonly id: string };
    const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
    const file = isId ? await findExportFile(shop.db, { id, now: shop.clock.now() }) : null;
    const kind = file?.doneAt ? findExport(file.kind) : undefined;
    const actor = await getActor(shop, request);
    if (!file || !kind || !isPermitted(actor, kind.requires)) return reply.callNotFound();
    const stored = await openFiles(shop).open(id);
    if (!stored) return reply.callNotFound();
    // Record the download, because other members of staff than the one who prepared the file may download it.
    await inTransaction(shop.db, (tx) => recordExport(tx, actor, kind, file.rows ?? 0));
    return sendCsv(reply, `${kind.id}.csv`, await stored.stream());
  });
}
