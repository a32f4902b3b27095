import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type PDFDocument from 'pdfkit';
import type { Shop } from '#platform/features/shop.ts';
import type { DocumentView } from '../document-view.ts';
import { drawDocument } from './draw-document.ts';
import { loadFont } from './fonts.ts';

/** Points: A4 with 20 mm at the sides. */
const page = { size: 'A4', margins: { top: 56, right: 56, bottom: 64, left: 56 } } as const;

/** Reads a picture of the shop by its path; null when the picture no longer exists. */
type ReadPicture = (src: string) => Promise<Buffer | null>;

const readNothing: ReadPicture = async () => null;

export function createReadPicture({ media, db }: Pick<Shop, 'media' | 'db'>): ReadPicture {
  return async (src) => {
    const opened = await media.open(db, src.slice(src.lastIndexOf('/') + 1));
    return opened.ok ? buffer(await opened.file.stream()) : null;
  };
}

/**
 * Renders a document as PDF. Equal views give equal bytes: the only time in the file is that of the issue. One page
 * takes some 60 ms of a processor (docs/benchmarks.md).
 */
export async function renderPdf(view: DocumentView, readPicture = readNothing): Promise<Buffer> {
  const document = await createDocument(view);
  const bytes = collect(document);
  document.addPage();
  await drawDocument(document, view, await readLogo(view, readPicture));
  document.end();
  return bytes;
}

async function readLogo({ wordmark }: DocumentView, readPicture: ReadPicture): Promise<Buffer | null> {
  const src = wordmark?.logo?.src;
  return src === undefined ? null : readPicture(src);
}

interface FileFacts extends Pick<DocumentView, 'title' | 'locale'> {
  /** The creation time that the file states. */
  readonly issuedAt: Date;
}

/** Streams documents into one PDF while they are read, each on its own pages. No document stays in memory. */
export async function streamPdf(
  facts: FileFacts,
  views: AsyncIterable<DocumentView>,
  readPicture = readNothing,
): Promise<Readable> {
  const document = await createDocument(facts);
  // The library's type does not declare that documents are streams.
  const stream = document as unknown as Readable;
  const draw = async () => {
    for await (const view of views) {
      // The client has closed the connection.
      if (stream.destroyed) return;
      document.addPage();
      await drawDocument(document, view, await readLogo(view, readPicture));
      document.flushPages();
    }
    document.end();
  };
  draw().catch((error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))));
  return stream;
}

/** Creates a PDF without a page. */
async function createDocument({ title, locale, issuedAt }: FileFacts): Promise<PDFKit.PDFDocument> {
  // Load the library at its first use, so that the shop starts without it.
  const { default: Document } = await import('pdfkit');
  const document: PDFKit.PDFDocument = new Document({
    ...page,
    autoFirstPage: false,
    // Pass a font, so that the library does not read its own font files.
    font: loadFont('regular') as unknown as string,
    bufferPages: true,
    lang: locale,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Producer: 'Vitrine', Creator: 'Vitrine', CreationDate: issuedAt },
  });
  document.registerFont('regular', loadFont('regular'));
  document.registerFont('bold', loadFont('bold'));
  return document;
}

function collect(document: InstanceType<typeof PDFDocument>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
}
