import { open } from 'node:fs/promises';

/** What begins the content of a type of file, and the endings that its name may have. */
interface Signature {
  readonly type: string;
  readonly start: RegExp;
  readonly endings: readonly string[];
}

const zipEndings =
  'zip docx dotx xlsx xltx pptx ppsx potx sldx docm dotm xlsm xltm xlam xlsb pptm ppsm potm ppam sldm odt ods odp odg odc odb odf epub oxps xps pages numbers key kmz';
const oleEndings = 'doc dot xls xla xlt xlw ppt pot pps wri mpp msg';

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
  define('image/tiff', /^(?:49492a00|4d4d002a)/, 'tif tiff'),
  define('image/avif', /^.{8}6674797061766(?:966|973)/, 'avif'),
  define('image/heic', /^.{8}66747970(?:686569|686576|6d696631|6d736631)/, 'heic heif heics heifs'),
  define('audio/wav', /^52494646.{8}57415645/, 'wav'),
  define('video/x-msvideo', /^52494646.{8}41564920/, 'avi divx'),
  define('video/mp4', /^.{8}66747970/, 'mp4 m4v mov qt m4a m4b 3gp 3gpp 3g2 3gp2'),
  define('video/webm', /^1a45dfa3/, 'webm mkv mka'),
  define('audio/mpeg', /^(?:494433|ff[ef][2-9a-f])/, 'mp3 aac mpga'),
  define('audio/ogg', /^4f676753/, 'ogg oga ogv opus'),
  define('audio/flac', /^664c6143/, 'flac'),
  define('application/pdf', /^255044462d3[12]2e/, 'pdf ai'),
  define('application/zip', /^504b(?:0304|0506)/, zipEndings),
  define('application/x-ole-storage', /^d0cf11e0a1b11ae1/, oleEndings),
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
  if (programBytes.test(hex) || programText.test(start.toString('latin1'))) return null;
  const ending = /\.([a-z0-9]{1,10})$/.exec(name.toLowerCase())?.[1] ?? '';
  const matching = signatures.filter((each) => each.start.test(hex));
  if (matching.length > 0) return matching.find(({ endings }) => endings.includes(ending))?.type ?? null;
  if (signatures.some(({ endings }) => endings.includes(ending))) return null;
  if (textEndings.includes(ending)) return start.includes(0) ? null : 'text/plain';
  return hasList ? 'application/octet-stream' : null;
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
