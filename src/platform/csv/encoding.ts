import { isAscii, isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** Names of `TextDecoder`. Windows-1252 extends Latin-1 and is what spreadsheets write. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes. */
const chunk = 256 * 1024;
const sample = 4096;

/** Lines of a UTF-8 file that are not UTF-8. */
export interface OddLines {
  /** The first one, from 1. */
  readonly line: number;
  readonly count: number;
}

interface Recognised {
  readonly encoding: Encoding;
  readonly odd: OddLines | null;
}

/**
 * Detects the encoding by the byte order mark or the zeros of UTF-16, else by reading the whole
 * file: Windows-1252 when no non-ASCII line is UTF-8.
 */
export async function detectEncoding(file: string): Promise<Recognised> {
  const start = await readFileStart(file, sample);
  const known = (encoding: Encoding): Recognised => ({ encoding, odd: null });
  if (start[0] === 0xff && start[1] === 0xfe) return known('utf-16le');
  if (start[0] === 0xfe && start[1] === 0xff) return known('utf-16be');
  const pairs = Math.floor(start.length / 2);
  const zeros = (offset: number) =>
    Array.from({ length: pairs }, (_, at) => start[2 * at + offset]).filter((byte) => byte === 0).length;
  if (pairs > 0 && zeros(1) > 0.4 * pairs && zeros(0) < 0.1 * pairs) return known('utf-16le');
  if (pairs > 0 && zeros(0) > 0.4 * pairs && zeros(1) < 0.1 * pairs) return known('utf-16be');
  return detectUtf8(file);
}

export async function readFileStart(file: string, bytes: number): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function detectUtf8(file: string): Promise<Recognised> {
  let [first, last, count] = [0, 0, 0];
  let isElsewhere = false;
  let line = 1;
  for await (const piece of readPieces(file)) {
    for (const run of splitRuns(piece)) {
      if (run.isUtf8) isElsewhere ||= !isAscii(run.bytes);
      else if (line !== last) {
        first ||= line;
        last = line;
        count += 1;
      }
      line += countLineBreaks(run.bytes);
    }
  }
  if (count > 0 && !isElsewhere) return { encoding: 'windows-1252', odd: null };
  return { encoding: 'utf-8', odd: count === 0 ? null : { line: first, count } };
}

const lineFeed = 10;
const carriageReturn = 13;

function countLineBreaks(bytes: Uint8Array): number {
  let breaks = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const isPair = bytes[at] === carriageReturn && bytes[at + 1] === lineFeed;
    if (!isPair && (bytes[at] === lineFeed || bytes[at] === carriageReturn)) breaks += 1;
  }
  return breaks;
}

/** A file's bytes in whole lines; a very long line is split between characters. */
async function* readPieces(file: string): AsyncGenerator<Buffer> {
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

interface Run {
  readonly bytes: Buffer;
  readonly isUtf8: boolean;
}

/** Groups of UTF-8 lines, and each other line. */
function* splitRuns(piece: Buffer): Generator<Run> {
  if (isUtf8(piece)) {
    yield { bytes: piece, isUtf8: true };
    return;
  }
  const endAfter = createLineEndFinder(piece);
  let start = 0;
  for (let from = 0, to = 0; from < piece.length; from = to) {
    to = endAfter(from);
    const line = piece.subarray(from, to);
    if (isUtf8(line)) continue;
    if (from > start) yield { bytes: piece.subarray(start, from), isUtf8: true };
    yield { bytes: line, isUtf8: false };
    start = to;
  }
  if (start < piece.length) yield { bytes: piece.subarray(start), isUtf8: true };
}

/** Finds the end of the line at an offset. With ascending offsets each byte is read once. */
function createLineEndFinder(bytes: Buffer): (from: number) => number {
  const next = (letter: number, from: number) => {
    const at = bytes.indexOf(letter, from);
    return at < 0 ? bytes.length : at;
  };
  let [feed, carriage] = [next(lineFeed, 0), next(carriageReturn, 0)];
  return (from) => {
    if (feed < from) feed = next(lineFeed, from);
    if (carriage < from) carriage = next(carriageReturn, from);
    const at = Math.min(feed, carriage);
    return Math.min(bytes.length, at + (at === carriage && feed === carriage + 1 ? 2 : 1));
  };
}

const latin = new TextDecoder('windows-1252');

/** Decodes a line with broken UTF-8: as UTF-8 when most characters are whole, else as Latin-1. */
function decodeMixedLine(bytes: Buffer): string {
  const text = bytes.toString();
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const whole = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  return whole > broken ? text : decodeLatin(bytes);
}

/** Latin-1 decodes much faster than Windows-1252, so it is used where both are equal. */
function decodeLatin(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return /[\x80-\x9f]/.test(text) ? latin.decode(bytes) : text;
}

/** Streams a file's text without byte order mark and zero bytes. Line ends become `\n`. */
export async function* readText(file: string, encoding: Encoding): AsyncGenerator<string> {
  if (encoding === 'utf-8') {
    let isFirst = true;
    for await (const piece of readPieces(file)) {
      const text = [...splitRuns(piece)]
        .map((run) => (run.isUtf8 ? run.bytes.toString() : decodeMixedLine(run.bytes)))
        .join('');
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
