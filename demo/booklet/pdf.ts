import type { BookletPage } from './text.ts';

// A5, in points.
const page = { width: 420, height: 595, margin: 54 };

/** Writes a PDF in standard fonts. The same text always gives the same bytes. */
export function writePdf(title: string, pages: BookletPage[]): Buffer {
  const objects: string[] = [];
  const firstPage = 6;
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ');
  objects.push('<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) /ViewerPreferences << /DisplayDocTitle true >> >>');
  objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>');
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Times-Italic /Encoding /WinAnsiEncoding >>');
  objects.push(`<< /Title (${escapeText(title)}) /Author (Saltmarsh) >>`);
  pages.forEach((content, index) => {
    const stream = drawPage(content, index);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents ${firstPage + index * 2 + 1} 0 R ` +
        '/Resources << /Font << /Roman 3 0 R /Italic 4 0 R >> >> >>',
    );
    objects.push(`<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`);
  });
  return assemble(objects);
}

function assemble(objects: string[]): Buffer {
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = body.length;
  const count = objects.length + 1;
  body += `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${count} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}

const ink = '0.13 0.11 0.09 rg';
const clay = '0.59 0.31 0.18 rg';

function drawPage({ title, paragraphs }: BookletPage, index: number): string {
  const cover = index === 0;
  let y = cover ? page.height * 0.6 : page.height - 110;
  const lines = [
    `${clay} ${page.margin} ${y + 44} 36 2 re f`,
    drawText('Italic', cover ? 34 : 22, page.margin, y, title),
  ];
  y -= cover ? 40 : 36;
  for (const paragraph of paragraphs) {
    for (const line of wrapText(paragraph, 60)) {
      lines.push(drawText('Roman', 11.5, page.margin, y, line));
      y -= 17;
    }
    y -= 9;
  }
  if (!cover) lines.push(drawText('Roman', 9, page.margin, 40, String(index + 1)));
  return lines.join('\n');
}

function drawText(font: 'Roman' | 'Italic', size: number, x: number, y: number, value: string): string {
  return `BT ${ink} /${font} ${size} Tf ${x} ${y.toFixed(1)} Td (${escapeText(value)}) Tj ET`;
}

function escapeText(value: string): string {
  return value.replace(/[\\()]/g, '\\$&');
}

function wrapText(paragraph: string, maxLength: number): string[] {
  const lines: string[] = [''];
  for (const word of paragraph.split(' ')) {
    const line = lines[lines.length - 1] ?? '';
    if (line && line.length + word.length + 1 > maxLength) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines;
}
