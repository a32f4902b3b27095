import { open, readFile } from 'node:fs/promises';
import { type CheckedFile, checkAnimation } from './check-animation.ts';
import { fileTexts as texts } from './texts.ts';

export interface BlockFileType {
  readonly mime: string;
  readonly maxBytes: number;
  /** Checks the content of the file. File names are not trusted. */
  readonly check: (path: string) => Promise<CheckedFile>;
}

async function readStart(path: string, length: number): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const refuseUnless = (isRight: boolean): CheckedFile =>
  isRight ? { ok: true } : { ok: false, text: texts.notThisKind };

const maxVideoBytes = 50_000_000;

/** File types by their extension in the store. */
export const blockFileTypes = {
  json: {
    mime: 'application/json',
    maxBytes: 2_000_000,
    check: async (path) => checkAnimation(await readFile(path, 'utf8')),
  },
  mp4: {
    mime: 'video/mp4',
    maxBytes: maxVideoBytes,
    // ISO/IEC 14496-12: the first box is of the type `ftyp`.
    check: async (path) => refuseUnless((await readStart(path, 12)).toString('latin1', 4, 8) === 'ftyp'),
  },
  webm: {
    mime: 'video/webm',
    maxBytes: maxVideoBytes,
    // RFC 8794: the header of EBML.
    check: async (path) => refuseUnless((await readStart(path, 4)).toString('hex') === '1a45dfa3'),
  },
  vtt: {
    mime: 'text/vtt',
    maxBytes: 500_000,
    check: async (path) =>
      refuseUnless(/^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test((await readStart(path, 12)).toString('utf8'))),
  },
} satisfies Record<string, BlockFileType>;

export const maxBlockFileBytes = Math.max(...Object.values(blockFileTypes).map(({ maxBytes }) => maxBytes));

export type BlockFileEnding = keyof typeof blockFileTypes;

/** Parses a name such as `<sha256>.<extension>`. */
export function parseFileName(name: string): { readonly ending: BlockFileEnding } | null {
  const [, ending] = /^[0-9a-f]{64}\.([a-z0-9]+)$/.exec(name) ?? [];
  return ending !== undefined && Object.hasOwn(blockFileTypes, ending) ? { ending: ending as BlockFileEnding } : null;
}

/** Files are stored next to the pictures, so that backups and moves include them. */
export const getFileKey = (name: string): string => `media/content/${name.slice(0, 2)}/${name}`;

export const getFileAddress = (name: string): string => `/content-files/${name}`;
