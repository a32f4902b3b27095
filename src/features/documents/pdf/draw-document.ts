import type { DocumentView, ViewParty } from '../document-view.ts';
import type { Fact } from '../snapshot/document-snapshot.ts';
import { drawTable } from './draw-table.ts';
import { ensureSpace, getHeight, getWidth, ink, muted, type Pdf, sizes } from './page.ts';

/**
 * Draws the parts of a view below each other, on as many pages as needed.
 * @param logo JPEG; null draws the name of the shop instead
 */
export async function drawDocument(pdf: Pdf, view: DocumentView, logo: Buffer | null = null): Promise<void> {
  drawWordmark(pdf, view, logo);
  pdf
    .font(view.wordmark ? 'regular' : 'bold')
    .fontSize(sizes.title)
    .fillColor(ink)
    .text(view.title);
  pdf.moveDown(0.8);
  drawParties(pdf, view.parties);
  drawFacts(pdf, view.facts);
  await drawTable(pdf, view.items);
  drawTotals(pdf, view.totals);
  if (view.taxes) {
    // Reserve space for the title, the heading of the table and its first row.
    ensureSpace(pdf, 90);
    pdf.moveDown(1.2).font('bold').fontSize(sizes.text).fillColor(ink).text(view.taxes.title, pdf.page.margins.left);
    pdf.moveDown(0.4);
    await drawTable(pdf, view.taxes);
  }
  for (const note of view.notes) {
    pdf.font('regular').fontSize(sizes.text).fillColor(ink);
    pdf.moveDown(1).text(note, pdf.page.margins.left, undefined, { width: getWidth(pdf) });
  }
  drawPageNumbers(pdf, view.title);
}

/** Points per CSS pixel. */
const pointsPerPixel = 0.75;

function drawWordmark(pdf: Pdf, { wordmark }: DocumentView, logo: Buffer | null): void {
  if (!wordmark) return;
  const { left, top } = pdf.page.margins;
  if (wordmark.logo && logo) {
    const { width, height } = wordmark.logo;
    pdf.image(logo, left, top, { width: width * pointsPerPixel, height: height * pointsPerPixel });
    pdf.y = top + height * pointsPerPixel;
  } else pdf.font('bold').fontSize(sizes.wordmark).fillColor(ink).text(wordmark.name, left, top);
  pdf.x = left;
  pdf.y += 22;
}

const columnGap = 16;

/** Draws the parties side by side, at the same height. */
function drawParties(pdf: Pdf, parties: readonly ViewParty[]): void {
  const width = (getWidth(pdf) - columnGap * (parties.length - 1)) / Math.max(parties.length, 1);
  const top = pdf.y;
  let bottom = top;
  for (const [index, { title, lines }] of parties.entries()) {
    const left = pdf.page.margins.left + index * (width + columnGap);
    pdf.font('regular').fontSize(sizes.small).fillColor(muted).text(title, left, top, { width });
    pdf.fontSize(sizes.text).fillColor(ink);
    for (const line of lines) pdf.text(line, left, undefined, { width });
    bottom = Math.max(bottom, pdf.y);
  }
  pdf.x = pdf.page.margins.left;
  pdf.y = bottom + 18;
}

const factColumns = 3;

function drawFacts(pdf: Pdf, facts: readonly Fact[]): void {
  const width = (getWidth(pdf) - columnGap * (factColumns - 1)) / factColumns;
  for (let start = 0; start < facts.length; start += factColumns) {
    const top = pdf.y;
    let bottom = top;
    for (const [index, { label, value }] of facts.slice(start, start + factColumns).entries()) {
      const left = pdf.page.margins.left + index * (width + columnGap);
      pdf.font('regular').fontSize(sizes.small).fillColor(muted).text(label, left, top, { width });
      pdf.fontSize(sizes.text).fillColor(ink).text(value, left, undefined, { width });
      bottom = Math.max(bottom, pdf.y);
    }
    pdf.y = bottom + 8;
  }
  pdf.x = pdf.page.margins.left;
  pdf.y += 10;
}

function drawTotals(pdf: Pdf, totals: readonly Fact[]): void {
  const width = getWidth(pdf) / 2;
  const left = pdf.page.margins.left + width;
  const select = (index: number) => {
    const isGrand = index === totals.length - 1;
    return pdf.font(isGrand ? 'bold' : 'regular').fontSize(isGrand ? sizes.total : sizes.text);
  };
  const heights = totals.map(({ label }, index) => select(index).heightOfString(label, { width: width * 0.6 }) + 4);
  pdf.y += 6;
  // Keep the totals on one page, because a total apart from its parts is easily overlooked.
  ensureSpace(
    pdf,
    Math.min(
      getHeight(pdf),
      heights.reduce((sum, height) => sum + height, 2),
    ),
  );
  for (const [index, { label, value }] of totals.entries()) {
    const height = heights[index] ?? 0;
    ensureSpace(pdf, height + 2);
    const top = pdf.y;
    select(index)
      .fillColor(ink)
      .text(label, left, top, { width: width * 0.6 });
    pdf.text(value, left + width * 0.6, top, { width: width * 0.4, align: 'right' });
    pdf.y = top + height;
  }
  pdf.x = pdf.page.margins.left;
}

function drawPageNumbers(pdf: Pdf, title: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    pdf.switchToPage(index);
    const { margins, height } = pdf.page;
    // Text below the lower margin would begin another page.
    pdf.page.margins.bottom = 0;
    pdf.font('regular').fontSize(sizes.small).fillColor(muted);
    const text = count === 1 ? title : `${title} · ${index - start + 1} / ${count}`;
    pdf.text(text, margins.left, height - 40, {
      width: getWidth(pdf),
      align: 'center',
      lineBreak: false,
      ellipsis: true,
    });
  }
}
