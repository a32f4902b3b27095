import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { readRecordId } from '#platform/admin/records/record.ts';
import { findRun } from '#platform/admin/runs/run-rows.ts';
import { beginRun, workInRequest } from '#platform/admin/runs/start-run.ts';
import { encodings } from '#platform/csv/encoding.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { importOfficeErrors } from '../errors.ts';
import { openFiles } from '../files.ts';
import type { FileOptions } from '../kinds/kind.ts';
import { findKind } from '../kinds/kinds.ts';
import { createImportsPage } from '../pages/imports-page.tsx';
import { beginPath, checkPath, deletePath, importPath, importsPath } from '../paths.ts';
import { importPermission } from '../permissions.ts';
import { importSettings } from '../settings.ts';
import { checkImportJob } from './check-import.ts';
import { importRowsAction } from './import-rows-action.ts';
import {
  addRunOfImport,
  beginCheck,
  deleteImport,
  findColumnMeanings,
  keepColumnMeanings,
  listWaitingBatches,
  lockImport,
} from './import-store.ts';
import { type UploadResult, uploadFile } from './upload.ts';

const common = { requires: importPermission.name, errors: importOfficeErrors } as const;

/** Returns the id in the path; 0 when it is no valid id. */
const readId = ({ request }: MutationCall): number => readRecordId(request) ?? 0;

const toImport = (call: MutationCall, code?: string) => ({
  redirectTo: importPath(readId(call)),
  notices: code === undefined ? [] : [{ code }],
});

const backToImport = {
  success: (call: MutationCall) => toImport(call),
  failure: (call: MutationCall, { code }: { readonly code: string }) => toImport(call, code),
};

export const uploadImport = defineMutation({
  ...common,
  name: 'import-office.upload-file',
  description: 'Keeps a CSV file that is to be imported. Nothing changes yet.',
  schema: z.looseObject({
    kind: z.string().max(50).default(''),
    encoding: z.enum(encodings).or(z.literal('')).default(''),
  }),
  files: (shop: Shop) => ({ maxBytes: shop.settings(importSettings).maxMegabytes * 1_000_000, maxFiles: 1 }),
  run: async ({ shop, request, getActor }, { kind, encoding }): Promise<UploadResult> =>
    uploadFile(shop, await getActor(), request.files?.[0], { kind, encoding: encoding || undefined }),
  form: {
    path: importsPath,
    success: (_call, { id }) => ({ redirectTo: importPath(id) }),
    failure: async ({ shop, getActor }, failure, { kind, encoding }) => ({
      page: await createImportsPage(shop, await getActor(), { refused: { ...failure, kind, encoding } }),
    }),
  },
});

type Changed =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'IMPORT_GONE' | 'IMPORT_DONE' | 'IMPORT_NOT_ALLOWED' | 'IMPORT_NOT_READY' };

const optionsSchema = z.looseObject({
  kind: z.string().max(50),
  decimal: z.enum(['', '.', ',']).default(''),
  dates: z.enum(['', 'day', 'month']).default(''),
});

/** Value that leaves a column out, in fields such as `column-3`. */
export const ignoredColumn = '-';

async function beginChecking(
  shop: Shop,
  actor: Actor,
  id: number,
  input: z.infer<typeof optionsSchema>,
): Promise<Changed> {
  return inTransaction(shop.db, async (tx) => {
    const file = await lockImport(tx, { id });
    const kind = findKind(input.kind);
    if (!file || !kind) return { ok: false, code: 'IMPORT_GONE' };
    if (file.runIds.length > 0) return { ok: false, code: 'IMPORT_DONE' };
    // Staff need the permissions of both kinds. Otherwise they could make a file readable by changing its kind.
    if (![kind, findKind(file.kind)].every((each) => each && isPermitted(actor, each.requires)))
      return { ok: false, code: 'IMPORT_NOT_ALLOWED' };
    const keys = file.heads.map((head) => head.trim().toLowerCase());
    const chosen = keys.flatMap((head, index) => {
      const meaning = input[`column-${index}`];
      if (meaning === ignoredColumn) return [[head, ''] as const];
      return typeof meaning === 'string' && kind.meanings.includes(meaning) ? [[head, meaning] as const] : [];
    });
    // The choices belong to the kind that the page showed. For another kind, use the stored meanings.
    const columns =
      kind.id === file.kind ? Object.fromEntries(chosen) : await findColumnMeanings(tx, kind.id, file.heads);
    if (kind.id === file.kind) await keepColumnMeanings(tx, { kind: kind.id, heads: keys }, columns);
    const options: FileOptions = {
      columns,
      ...(input.decimal !== '' && kind.asksDecimal && { decimal: input.decimal }),
      ...(input.dates !== '' && kind.asksDates && { dateOrder: input.dates }),
    };
    const checkId = randomUUID();
    await beginCheck(tx, { id, kind: kind.id, options, checkId });
    await shop.jobs.add(tx, checkImportJob, { importId: id, checkId }, { key: `import-check:${id}` });
    return { ok: true };
  });
}

export const checkImportMutation = defineMutation({
  ...common,
  name: 'import-office.check-file',
  description: 'Tries an uploaded file: all that its import would do, rolled back.',
  schema: optionsSchema,
  run: async (call, input) => beginChecking(call.shop, await call.getActor(), readId(call), input),
  form: { path: checkPath(':id'), ...backToImport },
});

type Begun = Extract<Changed, { readonly ok: false }> | { readonly ok: true; readonly runId: number };

/** Begins a run for the rows that are not imported yet. One transaction stores the run and its link to the import. */
async function beginRunOfImport(shop: Shop, actor: Actor, id: number): Promise<Begun> {
  return inTransaction(shop.db, async (tx): Promise<Begun> => {
    const file = await lockImport(tx, { id });
    const kind = file && findKind(file.kind);
    const action = shop.bulkActions.get(importRowsAction.name);
    if (!file || !kind || !action) return { ok: false, code: 'IMPORT_GONE' };
    if (!isPermitted(actor, kind.requires)) return { ok: false, code: 'IMPORT_NOT_ALLOWED' };
    if (file.state !== 'checked') return { ok: false, code: 'IMPORT_NOT_READY' };
    const ids = (await listWaitingBatches(tx, { id })).map((batch) => batch.id);
    const lastRun = await findRun(tx, file.runIds.at(-1) ?? 0);
    if (ids.length === 0 || lastRun?.state === 'running') return { ok: false, code: 'IMPORT_DONE' };
    const runId = await beginRun(shop, tx, actor, { action, input: null, undoes: null }, ids);
    await addRunOfImport(tx, { id, runId });
    return { ok: true, runId };
  });
}

export const beginImportMutation = defineMutation({
  ...common,
  name: 'import-office.begin-import',
  description: 'Imports the rows of a tried file that are not imported yet, as a run.',
  schema: z.unknown(),
  run: async (call): Promise<Changed> => {
    const begun = await beginRunOfImport(call.shop, await call.getActor(), readId(call));
    if (!begun.ok) return begun;
    await workInRequest(call.shop, begun.runId);
    return { ok: true };
  },
  form: { path: beginPath(':id'), ...backToImport },
});

export const deleteImportMutation = defineMutation({
  ...common,
  name: 'import-office.delete-file',
  description: 'Deletes an uploaded file of which nothing was imported.',
  schema: z.unknown(),
  run: async (call): Promise<Changed> => {
    const [{ shop }, actor, id] = [call, await call.getActor(), readId(call)];
    const deleted = await inTransaction(shop.db, async (tx) => {
      const file = await lockImport(tx, { id });
      if (!file) return { ok: false, code: 'IMPORT_GONE' } as const;
      if (!isPermitted(actor, findKind(file.kind)?.requires ?? ''))
        return { ok: false, code: 'IMPORT_NOT_ALLOWED' } as const;
      const row = await deleteImport(tx, { id });
      if (!row) return { ok: false, code: 'IMPORT_DONE' } as const;
      await recordAudit(tx, actor, {
        ...{ subject: { kind: 'import', id, label: file.name }, action: 'import-office.delete-file' },
        ...{ before: { name: file.name, kind: file.kind }, after: null },
      });
      return { ok: true, ...row } as const;
    });
    if (!deleted.ok) return deleted;
    await openFiles(shop).remove([deleted.fileId]);
    return { ok: true };
  },
  form: {
    ...{ path: deletePath(':id'), ...backToImport },
    success: () => ({ redirectTo: importsPath, notices: [{ code: 'wasDeleted' }] }),
  },
});
