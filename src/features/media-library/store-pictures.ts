import { readFile } from 'node:fs/promises';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { PickerContext } from '#platform/forms/field.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import type { ReplaceResult, StoreResult } from '#platform/media/media.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { maxPictureBytes } from './contract.ts';
import { mediaTexts as texts } from './texts.ts';

const maxName = 200;

export function cleanName(sent: string): string {
  const name = sent.split(/[/\\]/).at(-1) ?? '';
  return name
    .replace(/\p{C}+/gu, '')
    .trim()
    .slice(-maxName);
}

const tooLarge = { ok: false, code: 'TOO_LARGE' } as const;
const isTooLarge = (file: ReceivedFile): boolean => file.isTooLarge || file.bytes > maxPictureBytes;

/** The same bytes are the same picture. */
export async function storePicture({ shop, db, actor }: PickerContext, file: ReceivedFile): Promise<StoreResult> {
  if (isTooLarge(file)) return tooLarge;
  const name = cleanName(file.name);
  const stored = await shop.media.store(db, { bytes: await readFile(file.path), name, alt: '' });
  if (stored.ok && stored.isNew)
    await inTransaction(db, (tx) =>
      recordAudit(tx, actor, {
        subject: { kind: 'media', id: stored.id, label: name },
        action: 'media-library.upload',
        before: null,
        after: { name, bytes: file.bytes },
      }),
    );
  return stored;
}

export async function replacePicture(
  { shop, db }: PickerContext,
  file: ReceivedFile,
  id: number,
  inSame: (tx: Tx) => Promise<void>,
): Promise<ReplaceResult> {
  if (isTooLarge(file)) return tooLarge;
  return shop.media.replace(db, id, { bytes: await readFile(file.path), name: cleanName(file.name) }, inSame);
}

/** @returns ids, and a sentence about each file that was refused */
export async function storePictures(
  context: PickerContext,
  files: readonly ReceivedFile[],
): Promise<{ readonly ids: readonly number[]; readonly refused: readonly string[] }> {
  const { t } = context.shop;
  if (!isPermitted(context.actor, 'media.write')) return { ids: [], refused: [t(texts.notAllowed)] };
  const ids: number[] = [];
  const refused: string[] = [];
  // Files are stored one after another: each may have twenty megabytes.
  for (const file of files.filter(({ isSurplus }) => !isSurplus)) {
    const stored = await storePicture(context, file);
    const size = maxPictureBytes / 1_000_000;
    if (stored.ok) ids.push(stored.id);
    else refused.push(t(texts.refusedFile, { name: cleanName(file.name), reason: t(texts[stored.code], { size }) }));
  }
  return { ids, refused };
}
