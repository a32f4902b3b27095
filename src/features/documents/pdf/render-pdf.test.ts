import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { formatDocument } from '../document-view.ts';
import type { DocumentSnapshot } from '../snapshot/document-snapshot.ts';
import { drawDocument } from './draw-document.ts';
import { loadFont } from './fonts.ts';
import { renderPdf } from './render-pdf.ts';

const labels = {
  ...{ seller: 'Seller', buyer: 'Billed to', shipTo: 'Ship to', item: 'Item', quantity: 'Quantity' },
  ...{ unitPrice: 'Unit price', taxRate: 'Tax', amountNet: 'Amount', amount: 'Amount', discount: 'Discount {amount}' },
  ...{ taxSummary: 'Tax by rate', taxBase: 'Net', tax: 'Tax', notTaxed: 'Not taxed', net: 'Net', total: 'Total' },
};

function createSnapshot(count: number): DocumentSnapshot {
  const line = {
    ...{ name: 'Ærø Žižek – Ψάρι, Чаша', sku: 'AE-1', notes: ['Celadon', 'x'.repeat(300)], quantity: 2, unitNet: 1000 },
    ...{ discount: 100, net: 2000, tax: 460, gross: 2460, rates: [{ name: 'VAT', rate: 230_000 }] },
  };
  return {
    ...{ version: 1, kind: 'invoice', title: 'Invoice INV-00001', issuedAt: '2026-11-23T10:00:00.000Z' },
    ...{ locale: 'en-GB', currency: 'EUR', labels, seller: ['Saltmarsh'], buyer: ['Ærø Žižek'], shipTo: [] },
    facts: [{ label: 'Number', value: 'INV-00001' }],
    lines: Array.from({ length: count }, () => line),
    taxes: [{ name: 'VAT', rate: 230_000, net: 2000 * count, amount: 460 * count }],
    ...{ net: 2000 * count, tax: 460 * count, gross: 2460 * count, notes: ['Thank you.'] },
  };
}

const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

it('one snapshot has the same bytes every time', async () => {
  const view = formatDocument(createSnapshot(3));
  const [first, second] = [await renderPdf(view), await renderPdf(view)];
  expect(first.equals(second)).toBe(true);
  expect(first.subarray(0, 5).toString()).toBe('%PDF-');
  expect(countPages(first)).toBe(1);
});

it('a long document has as many pages as it needs', async () => {
  const pages = countPages(await renderPdf(formatDocument(createSnapshot(100)))) ?? 0;
  expect(pages).toBeGreaterThan(5);
  expect(pages).toBeLessThan(20);
});

it('a long document lets others have a turn while it is drawn', async () => {
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  });
  await renderPdf(formatDocument(createSnapshot(200)));
  clearInterval(counting);
  expect(turns).toBeGreaterThan(15);
});

it('text that is higher than a page neither fails nor hangs', async () => {
  const snapshot = createSnapshot(1);
  const [line] = snapshot.lines;
  const pdf = await renderPdf(
    formatDocument({
      ...snapshot,
      lines: line ? [{ ...line, notes: ['word '.repeat(5000)] }] : [],
      buyer: ['\u4e2d\u6587'],
    }),
  );
  expect(countPages(pdf)).toBeGreaterThan(1);
});

/** The texts of a document with the page on which each is drawn. */
async function listPages(snapshot: DocumentSnapshot): Promise<{ text: string; page: number }[]> {
  const document = new PDFDocument({ size: 'A4', margin: 60, bufferPages: true });
  document.registerFont('regular', loadFont('regular')).registerFont('bold', loadFont('bold'));
  const texts: { text: string; page: number }[] = [];
  const draw = document.text.bind(document) as (...input: unknown[]) => unknown;
  document.text = ((...input: [string]) => {
    draw(...input);
    texts.push({ text: input[0], page: document.bufferedPageRange().count });
    return document;
  }) as typeof document.text;
  await drawDocument(document, formatDocument(snapshot));
  return texts;
}

it('a page ends neither within a row, nor within the totals, nor after the title of a table', async () => {
  for (let count = 1; count <= 24; count += 1) {
    const snapshot = createSnapshot(count);
    const lines = snapshot.lines.map((line) => ({ ...line, name: 'bowl', sku: 'first note', notes: ['ash', 'large'] }));
    const texts = await listPages({ ...snapshot, lines });
    const find = (text: string) => texts.filter((each) => each.text === text).map(({ page }) => page);
    expect(find('large')).toEqual(find('bowl'));
    expect(find('Discount −€1.00')).toEqual(find('bowl'));
    const [net = 0] = find('Net');
    expect([count, find('Total')]).toEqual([count, [net]]);
    const title = texts.findIndex(({ text }) => text === 'Tax by rate');
    expect([count, texts[title + 4]?.text, texts[title + 4]?.page]).toEqual([count, 'VAT 23%', texts[title]?.page]);
    expect(find('Item')).toHaveLength(new Set(find('bowl')).size);
  }
});
