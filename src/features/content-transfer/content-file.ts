import { z } from 'zod';
import { type Block, type EntryKind, places } from '#features/content/index.ts';

export const fileFormat = 'vitrine-content';
const maxEntries = 10_000;
/** Kinds in the order of their import: later ones refer to earlier ones. */
export const fileKinds = ['block', 'page', 'post', 'home', 'menu'] as const satisfies readonly EntryKind[];

const entrySchema = z.strictObject({
  kind: z.enum(fileKinds),
  slug: z.string().min(1).max(200),
  /** Default: the language of the shop. */
  locale: z.string().max(35).optional(),
  /** Where it comes from, when an import of another site has made it. */
  importKey: z.string().min(1).max(500).optional(),
  isPublished: z.boolean().default(false),
  title: z.string().trim().min(1).max(200),
  lead: z.string().max(300).default(''),
  description: z.string().max(300).default(''),
  /** Address of a picture. */
  picture: z.string().min(1).max(2000).nullable().default(null),
  place: z.enum(places).default('none'),
  isListed: z.boolean().default(true),
  details: z.record(z.string().max(60), z.unknown()).default({}),
  // The tree is checked where it is saved.
  blocks: z.array(z.unknown()).max(1000).default([]),
});

/** Entries of a shop with names instead of ids, so that another shop understands them. */
export const contentFileSchema = z.strictObject({
  format: z.literal(fileFormat),
  version: z.literal(1),
  /** What entries refer to, by the name of its part. */
  parts: z.record(z.string().max(60), z.array(z.unknown()).max(maxEntries)).default({}),
  entries: z.array(entrySchema).max(maxEntries),
});

export type ContentFile = z.infer<typeof contentFileSchema>;
export type FileEntry = ContentFile['entries'][number];
export type FileBlock = Omit<Block, 'children'> & { readonly children?: readonly FileBlock[] };

/** The place of the first text with a zero byte or half a character, which the database refuses; null for none. */
function findUnstorable(file: unknown): string | null {
  const waiting: { readonly value: unknown; readonly path: string }[] = [{ value: file, path: 'the file' }];
  // A loop, no recursion: files of strangers may be nested deeper than the stack takes.
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

/** @returns a text that says where the file is wrong */
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
