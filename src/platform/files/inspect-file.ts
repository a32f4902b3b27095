import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { createConcurrencyLimit } from '#platform/media/concurrency-limit.ts';

/** The first bytes of a type of file, and the endings that its name may have. */
interface Signature {
  readonly type: string;
  readonly start: RegExp;
  readonly endings: readonly string[];
}

const openXmlEndings = 'docx dotx xlsx xltx pptx ppsx potx sldx docm dotm xlsm xltm xlam xlsb pptm ppsm potm ppam sldm';
const zipEndings = `zip ${openXmlEndings} odt ods odp odg odc odb odf epub oxps xps pages numbers key kmz`;
/** Documents of Open XML with a password are stored in this format, too. */
const oleEndings = `doc dot xls xla xlt xlw ppt pot pps mpp msg ${openXmlEndings}`;

const define = (type: string, start: RegExp, endings: string): Signature => ({
  type,
  start,
  endings: endings.split(' '),
});

/** Patterns of the first bytes in hexadecimal digits. */
const signatures: readonly Signature[] = [
  define('image/png', /^89504e470d0a1a0a/, 'png'),
  define('image/jpeg', /^ffd8ff/, 'jpg jpeg jpe'),
  define('image/gif', /^47494638(?:37|39)61/, 'gif'),
  define('image/webp', /^52494646.{8}57454250/, 'webp'),
  define('image/bmp', /^424d.{8}00000000/, 'bmp'),
  define('image/tiff', /^(?:4949(?:2a|2b)00|4d4d00(?:2a|2b))/, 'tif tiff'),
  // Matches any of the brands, since the first brand may be that of other images, too.
  define('image/avif', /^.{8}66747970(?:6d696631|6d736631|(?:.{8})*?617669(?:66|73))/, 'avif'),
  define('image/heic', /^.{8}66747970(?:686569|686576|6d696631|6d736631)/, 'heic heif heics heifs'),
  define('audio/wav', /^(?:52494646|52463634).{8}57415645/, 'wav'),
  define('video/x-msvideo', /^52494646.{8}41564920/, 'avi divx'),
  define('video/mp4', /^.{8}66747970/, 'mp4 m4v mov qt m4a m4b 3gp 3gpp 3g2 3gp2'),
  // The file begins with the size of its first atom, less than 64 MB, and the type of this atom.
  define(
    'video/quicktime',
    /^0[0-3].{6}(?:6d6f6f76|6d646174|66726565|736b6970|77696465|706e6f74)/,
    'mov qt mp4 m4v m4a m4b',
  ),
  define('video/webm', /^1a45dfa3/, 'webm mkv mka'),
  define('audio/aac', /^(?:4944330[2-4]|fff[0189]|41444946)/, 'aac'),
  define('audio/mpeg', /^(?:4944330[2-4]|ff[ef][2-7a-df])/, 'mp3 mpga'),
  define('audio/ogg', /^4f676753/, 'ogg oga ogv opus'),
  define('audio/flac', /^(?:4944330[2-4]|664c6143)/, 'flac'),
  define('application/pdf', /^(?:efbbbf)?(?:0[9ad]|20)*255044462d3[12]2e/, 'pdf ai'),
  define('application/postscript', /^(?:(?:04)?25215053|c5d0d3c6)/, 'ps eps ai'),
  define('application/zip', /^504b(?:0304|0506|0708)/, zipEndings),
  define('application/x-ole-storage', /^d0cf11e0a1b11ae1/, oleEndings),
  define('application/x-mswrite', /^3[12]be0000/, 'wri'),
  define('application/rtf', /^7b5c727466/, 'rtf doc'),
  define('application/gzip', /^1f8b/, 'gz gzip tgz'),
  define('application/x-7z-compressed', /^377abcaf271c/, '7z'),
  define('application/vnd.rar', /^526172211a07/, 'rar'),
  define('image/vnd.adobe.photoshop', /^38425053/, 'psd'),
];

const textEndings: readonly string[] = 'txt asc csv tsv md srt vtt ics json xml'.split(' ');

/** Programs and content that browsers execute. They are refused whatever the name of the file. */
const programBytes = /^(?:4d5a|7f454c46|2321|cafebabe|feedfa|cffaedfe)/;
const programText = /^\W*<(?:!doctype html|html|script|svg|\?php|%)|<svg[\s>]|<script[\s>]/i;

/** Bytes that are read from the start of a file. */
const startBytes = 1024;

/** Bytes of the start that are compared with patterns. The list of brands of an image may be this long. */
const signatureBytes = 64;

export interface FileRule<Type extends string> {
  /** Accepted types. Default: all. */
  readonly types?: readonly Type[];
  /** Name of the file: the content must match its ending. Without a name only the content counts. */
  readonly name?: string;
  /** Whether a name with an unknown ending may have any content that is not a program. */
  readonly takesUnknown?: boolean;
  /** Maximum of width times height of an image, which is read from its header. */
  readonly maxPixels?: number;
}

/** `damaged` means that the header of an image can't be read. */
export type InspectedFile<Type extends string> =
  | { readonly ok: true; readonly type: Type; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly problem: 'type' | 'damaged' | 'too many pixels' };

const limitReading = createConcurrencyLimit(2);

/**
 * Inspects an uploaded file: its type by its first bytes, and the size of an image by its header, so that
 * an image of enormous dimensions needs no memory. Nothing is unpacked. SVG is refused, since it can contain scripts.
 * @param file its path or its content
 */
export async function inspectFile<Type extends string = string>(
  file: string | Buffer,
  rule: FileRule<Type>,
): Promise<InspectedFile<Type>> {
  const type = findType(typeof file === 'string' ? await readStart(file) : file.subarray(0, startBytes), rule);
  const accepted =
    type === null ? undefined : ((rule.types ?? [type]) as readonly Type[]).find((each) => each === type);
  if (accepted === undefined) return { ok: false, problem: 'type' };
  const { maxPixels } = rule;
  if (maxPixels === undefined || !accepted.startsWith('image/'))
    return { ok: true, type: accepted, width: 0, height: 0 };
  return limitReading(async () => {
    try {
      const { mediaType, autoOrient } = await sharp(file, { limitInputPixels: false }).metadata();
      if (mediaType !== accepted) return { ok: false, problem: 'damaged' };
      if (autoOrient.width * autoOrient.height > maxPixels) return { ok: false, problem: 'too many pixels' };
      return { ok: true, type: accepted, ...autoOrient };
    } catch {
      return { ok: false, problem: 'damaged' };
    }
  });
}

/**
 * @returns the MIME type; null for an unknown type, for a type that does not match the name, and for a program with a
 * name
 */
function findType(start: Buffer, { types, name, takesUnknown }: FileRule<string>): string | null {
  const hex = start.toString('hex', 0, signatureBytes);
  const matching = signatures.filter((each) => each.start.test(hex));
  if (name === undefined) return matching.find(({ type }) => types?.includes(type) ?? true)?.type ?? null;
  const text = decodeText(start);
  if (programBytes.test(hex) || programText.test(text) || programText.test(start.toString('latin1'))) return null;
  const ending = /\.([a-z0-9]{1,10})$/.exec(name.toLowerCase())?.[1] ?? '';
  if (matching.length > 0) return matching.find(({ endings }) => endings.includes(ending))?.type ?? null;
  if (signatures.some(({ endings }) => endings.includes(ending))) return null;
  if (textEndings.includes(ending)) return text.includes('\0') ? null : 'text/plain';
  return takesUnknown ? 'application/octet-stream' : null;
}

/** Decodes text according to its byte order mark; without one, each byte becomes a character. */
function decodeText(start: Buffer): string {
  const mark = start.toString('hex', 0, 2);
  if (mark === 'fffe') return new TextDecoder('utf-16le').decode(start);
  return mark === 'feff' ? new TextDecoder('utf-16be').decode(start) : start.toString('latin1');
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
