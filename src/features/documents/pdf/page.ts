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

/** Of what a page has room for. */
export function getHeight({ page: { height, margins } }: Pdf): number {
  return height - margins.top - margins.bottom;
}

function getBottom({ page: { height, margins } }: Pdf): number {
  return height - margins.bottom;
}

/** Begins a page when the rest of this one is lower. @returns whether it did */
export function ensureSpace(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= getBottom(pdf)) return false;
  pdf.addPage();
  return true;
}
