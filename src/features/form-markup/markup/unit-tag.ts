import type { FormPlacement } from './placement.ts';

/** `form-f12-p7-o1`, without a page `form-f12-o1`. */
export function formatUnitTag(prefix: string, { formId, pageId, ordinal }: FormPlacement): string {
  return pageId === undefined ? `${prefix}-f${formId}-o${ordinal}` : `${prefix}-f${formId}-p${pageId}-o${ordinal}`;
}

/** @returns null for a text that is no unit tag */
export function parseUnitTag(prefix: string, text: string): FormPlacement | null {
  if (!text.startsWith(`${prefix}-f`)) return null;
  const [, formId, pageId, ordinal] =
    /^([1-9]\d{0,9})(?:-p(\d{1,9}))?-o([1-9]\d{0,5})$/.exec(text.slice(prefix.length + 2)) ?? [];
  if (formId === undefined) return null;
  return {
    formId: Number(formId),
    pageId: pageId === undefined ? undefined : Number(pageId),
    ordinal: Number(ordinal),
  };
}
