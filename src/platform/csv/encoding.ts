import { isAscii, isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type EncodingGuess, guessEncoding } from './guess-encoding.ts';
import { type LegacyEncoding, legacyEncodings } from './legacy-encodings.ts';

/** Names of `TextDecoder`. Windows-1252 extends Latin-1 and is what Western spreadsheets write. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | LegacyEncoding;

export const encodings: readonly Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', ...legacyEncodings];

const chunkBytes = 256 * 1024;
const sampleBytes = 4096;
/** Bytes that contain enough lines for a guess. */
const guessBytes = 4 * 1024;

export interface NonUtf8Lines {
  /** Number of the first such line, counted from 1. */
  readonly line: number;
  readonly count: number;
}

export interface DetectedEncoding {
  readonly encoding: Encoding;
  readonly nonUtf8Lines: NonUtf8Lines | null;
  /** The guess, where nothing in the file tells the encoding. */
  readonly guess: EncodingGuess | null;
}

/**
 * Detects the encoding by the byte order mark or the zero bytes of UTF-16, else by reading the whole
 * file: if hardly any of its non-ASCII bytes are UTF-8, the encoding is guessed.
 */
export async function detectEncoding(file: string): Promise<DetectedEncoding> {
  const start = await readFileStart(file, sampleBytes);
  const detected = (encoding: Encoding): DetectedEncoding => ({ encoding, nonUtf8Lines: null, guess: null });
  if (start[0] === 0xff && start[1] === 0xfe) return detected('utf-16le');
  if (start[0] === 0xfe && start[1] === 0xff) return detected('utf-16be');
  const pairs = Math.floor(start.length / 2);
  const countZeros = (offset: number) =>
    Array.from({ length: pairs }, (_, index) => start[2 * index + offset]).filter((byte) => byte === 0).length;
  const [first, second] = [countZeros(0), countZeros(1)];
  // In text of other scripts, only separators and line ends have zero bytes.
  if (second > 0.05 * pairs && first < 0.1 * second) return detected('utf-16le');
  if (first > 0.05 * pairs && second < 0.1 * first) return detected('utf-16be');
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

async function detectUtf8(file: string): Promise<DetectedEncoding> {
  let [first, last, count] = [0, 0, 0];
  let [utf8Characters, otherBytes] = [0, 0];
  let line = 1;
  const sample: Buffer[] = [];
  const seen = new Uint8Array(256);
  let sampled = 0;
  for await (const block of readBlocks(file)) {
    for (const run of splitByEncoding(block)) {
      if (run.isUtf8) utf8Characters += isAscii(run.bytes) ? 0 : countUtf8Characters(run.bytes);
      else {
        let isNew = false;
        for (let index = 0; index < run.bytes.length; index += 1) {
          const byte = run.bytes[index] ?? 0;
          if (byte < firstNonAscii) continue;
          otherBytes += 1;
          // A line with a new byte is kept for the guess: the byte may distinguish two encodings.
          if (seen[byte] === 0) isNew = true;
          seen[byte] = 1;
        }
        if (sampled < guessBytes || isNew) sample.push(run.bytes.subarray(0, guessBytes));
        sampled += run.bytes.length;
        if (line !== last) {
          first ||= line;
          last = line;
          count += 1;
        }
      }
      line += countLineBreaks(run.bytes);
    }
  }
  // A short line of another encoding can be valid UTF-8 by chance.
  if (otherBytes <= utf8Characters * minUtf8Ratio)
    return { encoding: 'utf-8', nonUtf8Lines: count === 0 ? null : { line: first, count }, guess: null };
  const guess = await guessEncoding(Buffer.concat(sample));
  return { encoding: guess.readings[0]?.encoding ?? 'windows-1252', nonUtf8Lines: null, guess };
}

/** Largest number of other bytes for each UTF-8 character in a file that still counts as UTF-8 with broken lines. */
const minUtf8Ratio = 20;
const firstNonAscii = 0x80;
const utf8Start = 0xc2;

function countUtf8Characters(bytes: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < bytes.length; index += 1) if ((bytes[index] ?? 0) >= utf8Start) count += 1;
  return count;
}

const lineFeed = 10;
const carriageReturn = 13;

function countLineBreaks(bytes: Uint8Array): number {
  let breaks = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const isPair = bytes[index] === carriageReturn && bytes[index + 1] === lineFeed;
    if (!isPair && (bytes[index] === lineFeed || bytes[index] === carriageReturn)) breaks += 1;
  }
  return breaks;
}

/** Streams a file in blocks of whole lines. A very long line is split between characters. */
async function* readBlocks(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const bytes of createReadStream(file, { highWaterMark: chunkBytes })) {
    const all = Buffer.concat([rest, bytes as Buffer]);
    // A carriage return at the end may be the first half of a line break.
    const lines = Math.max(all.lastIndexOf(lineFeed), all.lastIndexOf(carriageReturn, -2)) + 1;
    const end = lines > 0 || all.length < chunkBytes ? lines : findLastCharacterStart(all);
    if (end > 0) yield all.subarray(0, end);
    rest = all.subarray(end);
  }
  if (rest.length > 0) yield rest;
}

function findLastCharacterStart(bytes: Uint8Array): number {
  const start = bytes.subarray(-4).findLastIndex((byte) => (byte & 0xc0) !== 0x80);
  return start < 0 ? bytes.length : bytes.length - 4 + start;
}

interface EncodingRun {
  readonly bytes: Buffer;
  readonly isUtf8: boolean;
}

/** Splits a block into runs: consecutive UTF-8 lines make one run, every other line its own. */
function* splitByEncoding(block: Buffer): Generator<EncodingRun> {
  if (isUtf8(block)) {
    yield { bytes: block, isUtf8: true };
    return;
  }
  const endAfter = createLineEndFinder(block);
  let start = 0;
  for (let from = 0, to = 0; from < block.length; from = to) {
    to = endAfter(from);
    const line = block.subarray(from, to);
    if (isUtf8(line)) continue;
    if (from > start) yield { bytes: block.subarray(start, from), isUtf8: true };
    yield { bytes: line, isUtf8: false };
    start = to;
  }
  if (start < block.length) yield { bytes: block.subarray(start), isUtf8: true };
}

/** Creates a function that finds the end of the line at an offset. With ascending offsets each byte is read once. */
function createLineEndFinder(bytes: Buffer): (from: number) => number {
  const find = (byte: number, from: number) => {
    const index = bytes.indexOf(byte, from);
    return index < 0 ? bytes.length : index;
  };
  let [nextFeed, nextReturn] = [find(lineFeed, 0), find(carriageReturn, 0)];
  return (from) => {
    if (nextFeed < from) nextFeed = find(lineFeed, from);
    if (nextReturn < from) nextReturn = find(carriageReturn, from);
    const end = Math.min(nextFeed, nextReturn);
    return Math.min(bytes.length, end + (end === nextReturn && nextFeed === nextReturn + 1 ? 2 : 1));
  };
}

const windows1252Decoder = new TextDecoder('windows-1252');

/** Decodes a line with invalid UTF-8: as UTF-8 when most characters are valid, else as Latin-1. */
function decodeMixedLine(bytes: Buffer): string {
  const text = bytes.toString();
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const whole = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  return whole > broken ? text : decodeLatin(bytes);
}

/** Latin-1 decodes much faster than Windows-1252, so it is used for bytes that both decode equally. */
function decodeLatin(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  // Decoded as a stream, since Node 20 otherwise decodes Windows-1252 as Latin-1.
  return /[\x80-\x9f]/.test(text) ? windows1252Decoder.decode(bytes, { stream: true }) : text;
}

/** Streams a file's text without byte order mark and zero bytes. Line ends become `\n`. */
export async function* readText(file: string, encoding: Encoding): AsyncGenerator<string> {
  if (encoding === 'utf-8') {
    let isFirst = true;
    for await (const block of readBlocks(file)) {
      const text = [...splitByEncoding(block)]
        .map((run) => (run.isUtf8 ? run.bytes.toString() : decodeMixedLine(run.bytes)))
        .join('');
      yield normalizeText(isFirst ? text.replace(/^\ufeff/, '') : text);
      isFirst = false;
    }
    return;
  }
  const decoder = new TextDecoder(encoding);
  // A carriage return at the end of a chunk may be the first half of a line break.
  let pending = '';
  for await (const bytes of createReadStream(file, { highWaterMark: chunkBytes })) {
    const text = pending + decoder.decode(bytes as Uint8Array, { stream: true });
    pending = text.endsWith('\r') ? '\r' : '';
    yield normalizeText(pending === '' ? text : text.slice(0, -1));
  }
  yield normalizeText(pending + decoder.decode());
}

const normalizeText = (text: string) => text.replace(/\r\n?/g, '\n').replaceAll('\0', '');
