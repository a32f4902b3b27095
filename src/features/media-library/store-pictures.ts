import { readFile } from 'node:fs/promises';
import type { PickerContext } from '#platform/forms/field.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import type { StoreResult } from '#platform/media/media.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { maxPictureBytes } from './contract.ts';
import { mediaTexts as texts } from './texts.ts';

const maxName = 200;

/** What a picture is called: the name of its file, without folders and control characters. */
export function cleanName(sent: string): string {
  const name = sent.split(/[/\\]/).at(-1) ?? '';
  return name
    .replace(/\p{C}+/gu, '')
    .trim()
    .slice(-maxName);
}

/** Adds one received file to the library. The same bytes are the same picture. */
export async function storePicture({ shop, db }: PickerContext, file: ReceivedFile): Promise<StoreResult> {
  if (file.isTooLarge || file.bytes > maxPictureBytes) return { ok: false, code: 'TOO_LARGE' };
  const bytes = await readFile(file.path);
  return shop.media.store(db, { bytes, name: cleanName(file.name), alt: '' });
}

/**
 * Adds received files to the library.
 * @returns ids, and a sentence about each that was refused
 */
export async function storePictures(
  context: PickerContext,
  files: readonly ReceivedFile[],
): Promise<{ readonly ids: readonly number[]; readonly refused: readonly string[] }> {
  const { t } = context.shop;
  if (!isPermitted(context.actor, 'media.write')) return { ids: [], refused: [t(texts.notAllowed)] };
  const ids: number[] = [];
  const refused: string[] = [];
  // One after another: each of them may have twenty megabytes.
  for (const file of files.filter(({ isSurplus }) => !isSurplus)) {
    const stored = await storePicture(context, file);
    const size = maxPictureBytes / 1_000_000;
    if (stored.ok) ids.push(stored.id);
    else refused.push(t(texts.refusedFile, { name: cleanName(file.name), reason: t(texts[stored.code], { size }) }));
  }
  return { ids, refused };
}
