import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** As `TextDecoder` calls them. Windows-1252 is Latin-1 with what Microsoft put into its gaps, and the way spreadsheets write it. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes. */
const chunk = 256 * 1024;
const sample = 4096;

/** By its byte order mark, by the zeros of UTF-16, or, after reading it whole, by whether it is UTF-8. */
export async function encodingOf(file: string): Promise<Encoding> {
  const start = await beginningOf(file, sample);
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const pairs = Math.floor(start.length / 2);
  const zeros = (offset: number) =>
    Array.from({ length: pairs }, (_, at) => start[2 * at + offset]).filter((byte) => byte === 0).length;
  if (pairs > 0 && zeros(1) > 0.4 * pairs && zeros(0) < 0.1 * pairs) return 'utf-16le';
  if (pairs > 0 && zeros(0) > 0.4 * pairs && zeros(1) < 0.1 * pairs) return 'utf-16be';
  return (await isUtf8(file)) ? 'utf-8' : 'windows-1252';
}

export async function beginningOf(file: string, bytes: number): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function isUtf8(file: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of createReadStream(file, { highWaterMark: chunk })) {
      decoder.decode(bytes as Uint8Array, { stream: true });
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** The text of a file in pieces, without byte order mark and zero bytes; every line end is `\n`. */
export async function* readText(file: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  // A carriage return at the end of a piece may belong to a line feed at the beginning of the next.
  let held = '';
  for await (const bytes of createReadStream(file, { highWaterMark: chunk })) {
    const text = held + decoder.decode(bytes as Uint8Array, { stream: true });
    held = text.endsWith('\r') ? '\r' : '';
    yield plain(held === '' ? text : text.slice(0, -1));
  }
  yield plain(held + decoder.decode());
}

const plain = (text: string) => text.replace(/\r\n?/g, '\n').replaceAll('\0', '');
