import type { AddonFile, AddonFiles, AddonFileType } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createPrivateFiles, type PrivateFiles } from '#platform/files/private-files.ts';
import { uploadTexts as texts } from './texts.ts';

export type StoredUpload = Omit<AddonFile, 'shown'>;

/** The first ending is the usual one. */
export const uploadTypes: Readonly<
  Record<AddonFileType, { readonly mime: string; readonly endings: readonly [string, ...string[]] }>
> = {
  png: { mime: 'image/png', endings: ['png'] },
  jpeg: { mime: 'image/jpeg', endings: ['jpg', 'jpeg'] },
  webp: { mime: 'image/webp', endings: ['webp'] },
  pdf: { mime: 'application/pdf', endings: ['pdf'] },
};

export function openUploads({ files }: Pick<Shop, 'files'>): PrivateFiles {
  return createPrivateFiles(files, 'uploads');
}

export function toAddonFiles(shop: Pick<Shop, 't'>, uploads: readonly StoredUpload[]): AddonFiles {
  return new Map(uploads.map((upload) => [upload.id, { ...upload, shown: formatUpload(shop, upload) }]));
}

export function formatUpload({ t }: Pick<Shop, 't'>, { name, bytes }: Pick<StoredUpload, 'name' | 'bytes'>): string {
  const size =
    bytes < 1e6 ? t(texts.kilobytes, { size: Math.max(bytes / 1e3, 0.1) }) : t(texts.megabytes, { size: bytes / 1e6 });
  return t(texts.shown, { name, size });
}
