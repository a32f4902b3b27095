import type PDFDocument from 'pdfkit';

export type Pdf = InstanceType<typeof PDFDocument>;

/** Points. */
export const sizes = { title: 20, wordmark: 15, total: 11, text: 9.5, small: 8 } as const;
export const ink = '#111111';
export const muted = '#595959';
export const hairline = '#c8c8c8';

export function getWidth({ page: { width, margins } }: Pdf): number {
  return width - margins.left - margins.right;
}

/** Returns the height between the margins of a page. */
export function getHeight({ page: { height, margins } }: Pdf): number {
  return height - margins.top - margins.bottom;
}

function getBottom({ page: { height, margins } }: Pdf): number {
  return height - margins.bottom;
}

/**
 * Begins a page when less than `height` is left on the current one.
 * @returns whether a page began
 */
export function ensureSpace(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= getBottom(pdf)) return false;
  pdf.addPage();
  return true;
}
