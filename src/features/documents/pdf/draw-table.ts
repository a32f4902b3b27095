import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ViewRow, ViewTable } from '../document-view.ts';
import { ensureSpace, getWidth, hairline, ink, muted, type Pdf, sizes } from './page.ts';

const cellGap = 10;
const rowPadding = 5;
/** Maximum size of a photograph in points. */
const photoSize = { width: 40, height: 50 } as const;
/**
 * Height in points up to which a row and its notes stay on one page. Keeping higher rows together would waste paper.
 */
const maxWholeRow = 110;
/** Rows after which other requests get a turn. Drawing these rows takes some 20 ms of a processor. */
const rowsAtOnce = 8;

interface Column {
  readonly left: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/**
 * Draws a table. Its heading is repeated on each page, and only long notes are divided between pages. Other requests
 * are answered in between.
 */
export async function drawTable(pdf: Pdf, { columns, rows }: ViewTable): Promise<void> {
  const placed = placeColumns(pdf, columns);
  const [firstColumn] = placed;
  if (firstColumn && rows.some(({ photo }) => photo)) {
    const room = photoSize.width + cellGap;
    placed[0] = { ...firstColumn, left: firstColumn.left + room, width: firstColumn.width - room };
  }
  const labels = columns.map(({ label }) => label);
  const drawHeading = () => {
    pdf.font('regular').fontSize(sizes.small).fillColor(muted);
    drawCells(pdf, placed, labels);
    drawLine(pdf);
  };
  const [first] = rows;
  ensureSpace(pdf, measureHeading(pdf, placed, labels) + (first ? measureRow(pdf, placed, first) : 0));
  drawHeading();
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % rowsAtOnce === 0) await nextTurn();
    drawRow(pdf, placed, row, drawHeading);
  }
}

function drawRow(pdf: Pdf, columns: readonly Column[], row: ViewRow, drawHeading: () => void): void {
  const { cells, notes, photo } = row;
  if (ensureSpace(pdf, measureRow(pdf, columns, row))) drawHeading();
  const top = pdf.y;
  if (photo) pdf.image(photo, pdf.page.margins.left, top, { fit: [photoSize.width, photoSize.height] });
  // Reset the position, because the library continues below a picture.
  pdf.y = top;
  pdf.font('regular').fontSize(sizes.text).fillColor(ink);
  drawCells(pdf, columns, cells);
  const [first] = columns;
  for (const note of first ? notes : []) {
    pdf.font('regular').fontSize(sizes.small).fillColor(muted);
    // The library continues a note that is higher than the page on the next page.
    pdf.text(note, first?.left, undefined, { width: first?.width ?? 0 });
  }
  // Long notes end on the next page, which has no photograph.
  if (photo && pdf.y > top) pdf.y = Math.max(pdf.y, top + photoSize.height);
  drawLine(pdf);
}

function placeColumns(pdf: Pdf, columns: ViewTable['columns']): Column[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const free = getWidth(pdf) - cellGap * (columns.length - 1);
  let { left } = pdf.page.margins;
  return columns.map(({ share, isNumber }) => {
    const column: Column = { left, width: (free * share) / shares, align: isNumber ? 'right' : 'left' };
    left += column.width + cellGap;
    return column;
  });
}

function measureHeading(pdf: Pdf, columns: readonly Column[], labels: readonly string[]): number {
  pdf.font('regular').fontSize(sizes.small);
  return measureCells(pdf, columns, labels) + 2 * rowPadding;
}

/** Measures a row with its notes. Long notes do not count, because they continue on the next page. */
function measureRow(pdf: Pdf, columns: readonly Column[], { cells, notes, photo }: ViewRow): number {
  pdf.font('regular').fontSize(sizes.text);
  const ownHeight = measureCells(pdf, columns, cells) + rowPadding;
  pdf.fontSize(sizes.small);
  const width = columns[0]?.width ?? 0;
  const height = notes.reduce((sum, note) => sum + pdf.heightOfString(note, { width }), ownHeight);
  return Math.max(height > maxWholeRow ? ownHeight : height, photo ? photoSize.height + rowPadding : 0);
}

function measureCells(pdf: Pdf, columns: readonly Column[], cells: readonly string[]): number {
  return Math.max(...columns.map(({ width }, index) => pdf.heightOfString(cells[index] ?? '', { width })));
}

function drawCells(pdf: Pdf, columns: readonly Column[], cells: readonly string[]): void {
  const height = measureCells(pdf, columns, cells);
  const top = pdf.y;
  for (const [index, { left, width, align }] of columns.entries())
    pdf.text(cells[index] ?? '', left, top, { width, align });
  pdf.x = pdf.page.margins.left;
  pdf.y = top + height;
}

function drawLine(pdf: Pdf): void {
  const { left } = pdf.page.margins;
  const y = pdf.y + rowPadding - 1;
  pdf
    .moveTo(left, y)
    .lineTo(left + getWidth(pdf), y)
    .lineWidth(0.5)
    .strokeColor(hairline)
    .stroke();
  pdf.y = y + rowPadding;
}
