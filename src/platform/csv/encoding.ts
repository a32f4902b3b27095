import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** As `TextDecoder` calls them. Windows-1252 is Latin-1 with what Microsoft put into its gaps, and the way spreadsheets write it. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes. */
const chunk = 256 * 1024;
const sample = 4096;

/** Lines of a UTF-8 file that are none. */
export interface OddLines {
  /** The first one, from 1. */
  readonly line: number;
  readonly count: number;
}

interface Recognised {
  readonly encoding: Encoding;
  readonly odd: OddLines | null;
}

/** By its byte order mark, by the zeros of UTF-16, or, after reading it whole, by whether it is UTF-8, or nowhere so. */
export async function encodingOf(file: string): Promise<Recognised> {
  const start = await beginningOf(file, sample);
  const known = (encoding: Encoding): Recognised => ({ encoding, odd: null });
  if (start[0] === 0xff && start[1] === 0xfe) return known('utf-16le');
  if (start[0] === 0xfe && start[1] === 0xff) return known('utf-16be');
  const pairs = Math.floor(start.length / 2);
  const zeros = (offset: number) =>
    Array.from({ length: pairs }, (_, at) => start[2 * at + offset]).filter((byte) => byte === 0).length;
  if (pairs > 0 && zeros(1) > 0.4 * pairs && zeros(0) < 0.1 * pairs) return known('utf-16le');
  if (pairs > 0 && zeros(0) > 0.4 * pairs && zeros(1) < 0.1 * pairs) return known('utf-16be');
  return utf8OrNot(file);
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

async function utf8OrNot(file: string): Promise<Recognised> {
  let first = 0;
  let count = 0;
  let isElsewhere = false;
  let line = 1;
  for await (const piece of piecesOf(file)) {
    for (const { text, isUtf8, breaks } of decoded(piece)) {
      if (isUtf8) isElsewhere ||= /[^\0-\x7f]/.test(text);
      else {
        first ||= line;
        count += 1;
      }
      line += breaks();
    }
  }
  if (count > 0 && !isElsewhere) return { encoding: 'windows-1252', odd: null };
  return { encoding: 'utf-8', odd: count === 0 ? null : { line: first, count } };
}

const lineFeed = 10;
const carriageReturn = 13;

/** A file's bytes in whole lines; those of a very long line in whole letters. */
async function* piecesOf(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const bytes of createReadStream(file, { highWaterMark: chunk })) {
    const all = Buffer.concat([rest, bytes as Buffer]);
    // A carriage return at the end may belong to a line feed that is still to come.
    const lines = Math.max(all.lastIndexOf(lineFeed), all.lastIndexOf(carriageReturn, -2)) + 1;
    const end = lines > 0 || all.length < chunk ? lines : lastLetter(all);
    if (end > 0) yield all.subarray(0, end);
    rest = all.subarray(end);
  }
  if (rest.length > 0) yield rest;
}

function lastLetter(bytes: Uint8Array): number {
  const begins = bytes.subarray(-4).findLastIndex((byte) => (byte & 0xc0) !== 0x80);
  return begins < 0 ? bytes.length : bytes.length - 4 + begins;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
const latin = new TextDecoder('windows-1252');

interface Decoded {
  readonly text: string;
  readonly isUtf8: boolean;
  readonly breaks: () => number;
}

/** Whole, or, where something in it is not UTF-8, line by line. */
function* decoded(piece: Buffer): Generator<Decoded> {
  const whole = asUtf8(piece);
  if (whole !== null) {
    yield { text: whole, isUtf8: true, breaks: () => whole.match(/\r\n?|\n/g)?.length ?? 0 };
    return;
  }
  for (let from = 0; from < piece.length; ) {
    const to = lineEnd(piece, from);
    const bytes = piece.subarray(from, to);
    const text = asUtf8(bytes);
    const last = bytes.at(-1);
    const breaks = last === lineFeed || last === carriageReturn ? 1 : 0;
    yield { text: text ?? asMost(bytes), isUtf8: text !== null, breaks: () => breaks };
    from = to;
  }
}

function lineEnd(bytes: Buffer, from: number): number {
  const at = bytes.subarray(from).findIndex((byte) => byte === lineFeed || byte === carriageReturn);
  if (at < 0) return bytes.length;
  return from + at + (bytes[from + at] === carriageReturn && bytes[from + at + 1] === lineFeed ? 2 : 1);
}

function asUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** A broken letter among whole ones, or a line that came from elsewhere. */
function asMost(bytes: Uint8Array): string {
  const text = lenient.decode(bytes);
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const whole = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  return whole > broken ? text : latin.decode(bytes);
}

/** The text of a file in pieces, without byte order mark and zero bytes; every line end is `\n`. Odd lines are read as far as they can be. */
export async function* readText(file: string, encoding: Encoding): AsyncGenerator<string> {
  if (encoding === 'utf-8') {
    let isFirst = true;
    for await (const piece of piecesOf(file)) {
      const text = [...decoded(piece)].map((part) => part.text).join('');
      yield plain(isFirst ? text.replace(/^\ufeff/, '') : text);
      isFirst = false;
    }
    return;
  }
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
