import { type AddonFileRule, formatFileTypes } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { productFormTexts as texts } from '../texts.ts';

const accepted: Readonly<Record<AddonFileRule['types'][number], string>> = {
  png: '.png,image/png',
  jpeg: '.jpg,.jpeg,image/jpeg',
  webp: '.webp,image/webp',
  pdf: '.pdf,application/pdf',
};

/**
 * Returns attributes of a file input for the types and number that a rule allows. Browsers only suggest the types.
 */
export function getFileInputProps(rule: AddonFileRule | null | undefined): { accept: string; multiple: boolean } {
  return { accept: rule?.types.map((type) => accepted[type]).join(',') ?? '', multiple: (rule?.maxFiles ?? 1) > 1 };
}

/** Describes which files a rule accepts: 'PNG, PDF; at most 10 MB.' */
export function formatFileRule({ t }: Pick<Shop, 't'>, { types, maxBytes, maxFiles }: AddonFileRule): string {
  return t(texts.fileRule, { types: formatFileTypes(types), max: maxBytes / 1e6, count: maxFiles });
}
