import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectFile } from './inspect-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function inspect(content: Buffer, name: string, hasList = true): Promise<string | null> {
  const path = join(folder, 'file');
  await writeFile(path, content);
  const inspected = await inspectFile(path, { name, takesUnknown: hasList });
  return inspected.ok ? inspected.type : null;
}

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const atom = (name: string, size = '00000008') => Buffer.concat([bytes(size), Buffer.from(name)]);
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('a file of a message', () => {
  it.each<[string, Buffer, string]>([
    ['a.aac', bytes('fff1 5080 0400'), 'audio/aac'],
    ['a.aac', bytes('fff9 5080 0400'), 'audio/aac'],
    ['a.aac', Buffer.from('ADIF'), 'audio/aac'],
    ['a.aac', Buffer.from('ID3\u0004\0'), 'audio/aac'],
    ['a.mp3', Buffer.from('ID3\u0003\0'), 'audio/mpeg'],
    ['a.mp3', bytes('fffb 9064'), 'audio/mpeg'],
    ['a.flac', Buffer.from('ID3\u0004\0'), 'audio/flac'],
    ['a.wav', Buffer.from('RF64\u00ff\u00ff\u00ff\u00ffWAVE', 'latin1'), 'audio/wav'],
    ['a.mov', atom('moov'), 'video/quicktime'],
    ['a.mov', atom('free'), 'video/quicktime'],
    ['a.mov', atom('wide'), 'video/quicktime'],
    ['a.mov', atom('mdat', '00000001'), 'video/quicktime'],
    ['a.qt', atom('mdat', '02800000'), 'video/quicktime'],
    ['a.mov', atom('ftypqt  ', '00000014'), 'video/mp4'],
    ['a.avif', atom('ftypmif1', '00000020'), 'image/avif'],
    ['a.tif', bytes('4949 2b00 0800'), 'image/tiff'],
    ['a.pdf', Buffer.from('\ufeff\r\n%PDF-1.4\n'), 'application/pdf'],
    ['a.ai', Buffer.from('%PDF-1.6\n'), 'application/pdf'],
    ['a.ai', Buffer.from('%!PS-Adobe-3.0\n'), 'application/postscript'],
    ['a.eps', bytes('c5d0 d3c6 2000'), 'application/postscript'],
    ['a.wri', bytes('31be 0000 00ab'), 'application/x-mswrite'],
    ['a.wri', bytes('32be 0000 00ab'), 'application/x-mswrite'],
    ['encrypted.docx', bytes('d0cf 11e0 a1b1 1ae1'), 'application/x-ole-storage'],
    ['a.zip', bytes('504b 0708 504b 0304'), 'application/zip'],
    ['a.txt', utf16('A plain text'), 'text/plain'],
    ['a.csv', utf16('Größe;Glasur').swap16(), 'text/plain'],
    ['a.txt', Buffer.from('\ufeffA plain text'), 'text/plain'],
    ['a.txt', Buffer.from('The free glaze'), 'text/plain'],
    ['a.txt', Buffer.from('ID3 tags are in music'), 'text/plain'],
  ])('named %s is what its content says (case %#)', async (name, content, type) => {
    expect(await inspect(content, name)).toBe(type);
  });

  it.each<[string, Buffer]>([
    ['a.txt', utf16('<script>alert(1)</script>')],
    ['a.txt', utf16('A text with <svg onload="x()">')],
    ['a.txt', Buffer.concat([bytes('fffe'), Buffer.from('<script>alert(1)</script>')])],
    ['a.txt', utf16('A text\0with more than text')],
    ['a.txt', bytes('4100 4200')],
    ['a.txt', bytes('fffb 9064')],
    ['a.mov', Buffer.from('The free glaze')],
    ['a.ai', Buffer.from('A plain text')],
    ['a.wri', Buffer.from('A plain text')],
    ['a.aac', utf16('A plain text')],
    ['a.pdf', atom('moov')],
  ])('named %s is refused when its content is something else (case %#)', async (name, content) => {
    expect(await inspect(content, name)).toBeNull();
  });
});

describe('a picture or a document', () => {
  const types = ['image/png', 'image/jpeg', 'application/pdf'] as const;
  const image = (format: 'png' | 'webp') =>
    sharp({ create: { width: 30, height: 20, channels: 3, background: '#777' } })
      .toFormat(format)
      .toBuffer();

  it('is what its content says, with its size', async () => {
    const rule = { types, maxPixels: 600 };
    expect(await inspectFile(await image('png'), rule)).toEqual({ ok: true, type: 'image/png', width: 30, height: 20 });
    expect(await inspectFile(Buffer.from('%PDF-1.4\n'), rule)).toMatchObject({ ok: true, type: 'application/pdf' });
  });

  it('is refused when it is of another type, damaged or has too many pixels', async () => {
    const png = await image('png');
    const refused = [
      await inspectFile(await image('webp'), { types, maxPixels: 600 }),
      await inspectFile(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), { types, maxPixels: 600 }),
      await inspectFile(png.subarray(0, 20), { types, maxPixels: 600 }),
      await inspectFile(png, { types, maxPixels: 599 }),
    ];
    expect(refused.map((each) => !each.ok && each.problem)).toEqual(['type', 'type', 'damaged', 'too many pixels']);
  });
});
