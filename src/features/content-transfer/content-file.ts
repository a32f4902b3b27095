import { z } from 'zod';
import { type Block, type EntryKind, footerPlaces } from '#features/content/index.ts';

export const fileFormat = 'vitrine-content';
const maxEntries = 10_000;
/** Kinds in the order of their import: later kinds refer to earlier ones. */
export const fileKinds = ['block', 'page', 'post', 'home', 'menu'] as const satisfies readonly EntryKind[];

const entrySchema = z.strictObject({
  kind: z.enum(fileKinds),
  slug: z.string().min(1).max(200),
  /** Default: the language of the shop. */
  locale: z.string().max(35).optional(),
  /** Identifies the entry in another site, when it was imported from there. */
  importKey: z.string().min(1).max(500).optional(),
  isPublished: z.boolean().default(false),
  title: z.string().trim().min(1).max(200),
  lead: z.string().max(300).default(''),
  description: z.string().max(300).default(''),
  /** URL or path of a picture. */
  picture: z.string().min(1).max(2000).nullable().default(null),
  place: z.enum(footerPlaces).default('none'),
  isListed: z.boolean().default(true),
  details: z.record(z.string().max(60), z.unknown()).default({}),
  // The tree of blocks is validated when the entry is saved.
  blocks: z.array(z.unknown()).max(1000).default([]),
});

/** Entries of a shop with names instead of ids, so that another shop can import them. */
export const contentFileSchema = z.strictObject({
  format: z.literal(fileFormat),
  version: z.literal(1),
  /** Records to which entries refer, by the name of their part. */
  parts: z.record(z.string().max(60), z.array(z.unknown()).max(maxEntries)).default({}),
  entries: z.array(entrySchema).max(maxEntries),
});

export type ContentFile = z.infer<typeof contentFileSchema>;
export type FileEntry = ContentFile['entries'][number];
export type FileBlock = Omit<Block, 'children'> & { readonly children?: readonly FileBlock[] };

/**
 * Returns the path of the first text with a zero byte or a lone surrogate, which the database rejects; null without
 * one.
 */
function findUnstorable(file: unknown): string | null {
  const waiting: { readonly value: unknown; readonly path: string }[] = [{ value: file, path: 'the file' }];
  // Uses a loop instead of recursion: an untrusted file may be nested deeper than the stack allows.
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && !isStorable(value)) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return path;
      waiting.push({ value: inner, path: value === file ? key : `${path}.${key}`.slice(-200) });
    }
  }
  return null;
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** @returns an error message with the place in the file when it is invalid */
export function readContentFile(json: string): ContentFile | string {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\ufeff/, ''));
  } catch {
    return 'it is no JSON';
  }
  const unstorable = findUnstorable(value);
  if (unstorable !== null) return `${unstorable}: it has characters that can't be stored`;
  const read = contentFileSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'is not valid'}`;
}
