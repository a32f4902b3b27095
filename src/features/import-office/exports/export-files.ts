import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import { namedFind, namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { withScratchPath } from '#platform/files/scratch-files.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { importOfficeErrors } from '../errors.ts';
import { openFiles } from '../files.ts';
import { exportPath, importsPath } from '../paths.ts';
import { importPermission } from '../permissions.ts';
import { type ExportKind, findExport, writeExport } from './export-kinds.ts';

/** Number of rows from which a job writes the file. */
export const maxRowsInRequest = 10_000;
const dayMs = 24 * 60 * 60 * 1000;

export interface ExportFile {
  readonly id: string;
  readonly kind: string;
  readonly by: string;
  readonly rows: number | null;
  readonly doneAt: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}
const columns = 'id, kind, by, rows, done_at as "doneAt", created_at as "createdAt", expires_at as "expiresAt"';

const insertFile = namedQuery<
  Pick<ExportFile, 'id' | 'kind' | 'by' | 'createdAt' | 'expiresAt'> & { byStaffId: number | null }
>(
  'import-office.insert-export',
  `insert into export_files (id, kind, by, by_staff_id, created_at, expires_at)
  values ($id, $kind, $by, $byStaffId, $createdAt, $expiresAt)`,
);
export const findExportFile = namedFind<{ readonly id: string; readonly now: Date }, ExportFile>(
  'import-office.find-export',
  `select ${columns} from export_files where id = $id and expires_at > $now`,
);
export const listExportFiles = namedQuery<{ readonly now: Date }, ExportFile>(
  'import-office.list-exports',
  `select ${columns} from export_files where expires_at > $now order by created_at desc, id desc limit 20`,
);
const markDone = namedQuery<Pick<ExportFile, 'id' | 'rows' | 'doneAt' | 'expiresAt'>>(
  'import-office.end-export',
  'update export_files set rows = $rows, done_at = $doneAt, expires_at = $expiresAt where id = $id',
);
export const deleteExpiredExports = namedQuery<{ readonly now: Date; readonly limit: number }, { fileId: string }>(
  'import-office.delete-expired-exports',
  'delete from export_files where id in (select id from export_files where expires_at < $now order by expires_at limit $limit) returning id as "fileId"',
);

export function recordExport(tx: Tx, actor: Actor, { id }: ExportKind, rows: number): Promise<void> {
  const subject = { kind: 'export', id, label: id };
  return recordAudit(tx, actor, { subject, action: 'import-office.export', before: null, after: { rows } });
}

/** Writes a large file. After a crash the job writes it again from the start. */
export const exportFileJob = defineJob({
  name: 'import-office:write-export',
  schema: z.object({ id: z.uuid() }),
  slow: true,
  maxAttempts: 5,
  run: async (shop, { id }) => {
    const now = () => shop.clock.now();
    const file = await findExportFile(shop.db, { id, now: now() });
    const kind = file && findExport(file.kind);
    if (!file || !kind || file.doneAt !== null) return;
    await withScratchPath(shop, async (path) => {
      const rows = await kind.count(shop.db);
      await writeExport(shop, kind, path);
      await openFiles(shop).keep(id, path);
      await markDone(shop.db, { id, rows, doneAt: now(), expiresAt: new Date(now().getTime() + dayMs) });
    });
  },
});

type Queued = { readonly ok: true } | { readonly ok: false; readonly code: 'IMPORT_NOT_ALLOWED' };

async function queueExport(shop: Shop, actor: Actor, kindId: string): Promise<Queued> {
  const kind = findExport(kindId);
  if (!kind || !isPermitted(actor, kind.requires)) return { ok: false, code: 'IMPORT_NOT_ALLOWED' };
  const id = randomUUID();
  const now = shop.clock.now();
  const rows = await kind.count(shop.db);
  await inTransaction(shop.db, async (tx) => {
    const by = { by: actor.name, byStaffId: actor.staffId };
    await insertFile(tx, { id, kind: kind.id, ...by, createdAt: now, expiresAt: new Date(now.getTime() + dayMs) });
    await recordExport(tx, actor, kind, rows);
    await shop.jobs.add(tx, exportFileJob, { id });
  });
  return { ok: true };
}

export const exportMutation = defineMutation({
  name: 'import-office.prepare-export',
  description: 'Lets a job write a large file, which can be downloaded for a day.',
  schema: z.unknown(),
  requires: importPermission.name,
  errors: importOfficeErrors,
  run: async ({ shop, request, getActor }) =>
    queueExport(shop, await getActor(), String((request.params as { readonly kind: string }).kind)),
  form: {
    path: exportPath(':kind'),
    success: () => ({ redirectTo: importsPath, notices: [{ code: 'wasQueued' }] }),
    failure: (_call, { code }) => ({ redirectTo: importsPath, notices: [{ code }] }),
  },
});
