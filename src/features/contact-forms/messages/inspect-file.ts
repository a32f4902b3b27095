import { open } from 'node:fs/promises';

/** What begins the content of a type of file, and the endings that its name may have. */
interface Signature {
  readonly type: string;
  readonly start: RegExp;
  readonly endings: readonly string[];
}

const openXmlEndings = 'docx dotx xlsx xltx pptx ppsx potx sldx docm dotm xlsm xltm xlam xlsb pptm ppsm potm ppam sldm';
const zipEndings = `zip ${openXmlEndings} odt ods odp odg odc odb odf epub oxps xps pages numbers key kmz`;
/** Documents of Open XML with a password are stored so, too. */
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
  define('image/avif', /^.{8}66747970(?:61766966|61766973|6d696631|6d736631)/, 'avif'),
  define('image/heic', /^.{8}66747970(?:686569|686576|6d696631|6d736631)/, 'heic heif heics heifs'),
  define('audio/wav', /^(?:52494646|52463634).{8}57415645/, 'wav'),
  define('video/x-msvideo', /^52494646.{8}41564920/, 'avi divx'),
  define('video/mp4', /^.{8}66747970/, 'mp4 m4v mov qt m4a m4b 3gp 3gpp 3g2 3gp2'),
  // Begins with its size, of less than 64 MB, and the type of its first atom.
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

/** Programs, and what browsers run. No name makes them acceptable. */
const programBytes = /^(?:4d5a|7f454c46|2321|cafebabe|feedfa|cffaedfe)/;
const programText = /^\W*<(?:!doctype html|html|script|svg|\?php|%)|<svg[\s>]|<script[\s>]/i;

/** Bytes of the start of a file that are read. */
const startBytes = 1024;

/**
 * Compares the content of a file with its name. Nothing is unpacked.
 * @param hasList whether the field names the types that it takes; others take what is known here only
 * @returns the MIME type; null where the content is a program, or is not what the name says
 */
export async function inspectFile(path: string, name: string, hasList: boolean): Promise<string | null> {
  const start = await readStart(path);
  const hex = start.subarray(0, 32).toString('hex');
  const text = decodeText(start);
  const isProgram = programBytes.test(hex) || programText.test(text) || programText.test(start.toString('latin1'));
  if (isProgram) return null;
  const ending = /\.([a-z0-9]{1,10})$/.exec(name.toLowerCase())?.[1] ?? '';
  const matching = signatures.filter((each) => each.start.test(hex));
  if (matching.length > 0) return matching.find(({ endings }) => endings.includes(ending))?.type ?? null;
  if (signatures.some(({ endings }) => endings.includes(ending))) return null;
  if (textEndings.includes(ending)) return text.includes('\0') ? null : 'text/plain';
  return hasList ? 'application/octet-stream' : null;
}

/** Text as its byte order mark says; without any, each byte is a character. */
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
