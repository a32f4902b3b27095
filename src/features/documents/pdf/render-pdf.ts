import type PDFDocument from 'pdfkit';
import type { DocumentView } from '../document-view.ts';
import { drawDocument } from './draw-document.ts';
import { loadFont } from './fonts.ts';

/** Points: A4 with 20 mm at the sides. */
const page = { size: 'A4', margins: { top: 56, right: 56, bottom: 64, left: 56 } } as const;

/**
 * Renders a document as PDF. The same view gives the same bytes: the only time in the file is that
 * of the issue. One page takes some 60 ms of a processor: docs/decisions/0036.
 */
export async function renderPdf(view: DocumentView): Promise<Buffer> {
  // Loaded at its first use: the shop starts without it.
  const { default: Document } = await import('pdfkit');
  const document: PDFKit.PDFDocument = new Document({
    ...page,
    // With a font, the library reads none of its own files.
    font: loadFont('regular') as unknown as string,
    bufferPages: true,
    lang: view.locale,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: view.title, Producer: 'Vitrine', Creator: 'Vitrine', CreationDate: view.issuedAt },
  });
  document.registerFont('regular', loadFont('regular'));
  document.registerFont('bold', loadFont('bold'));
  const bytes = collect(document);
  await drawDocument(document, view);
  document.end();
  return bytes;
}

function collect(document: InstanceType<typeof PDFDocument>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
}
