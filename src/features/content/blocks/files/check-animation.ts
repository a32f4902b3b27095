import { z } from 'zod';
import type { Text } from '#platform/texts/texts.ts';
import { fileTexts as texts } from './texts.ts';

/** What a file of a block holds after its check, or why it is refused. `content` replaces what was sent. */
export type CheckedFile =
  | { readonly ok: true; readonly content?: Buffer }
  | { readonly ok: false; readonly text: Text };

/** Objects and lists in each other. The player calls itself for each level. */
const maxDepth = 60;

const animation = z.looseObject({
  v: z.string().max(40).optional(),
  fr: z.number().min(1).max(240),
  ip: z.number(),
  op: z.number(),
  w: z.number().min(1).max(10_000),
  h: z.number().min(1).max(10_000),
  layers: z.array(z.looseObject({})).min(1).max(1000),
  assets: z
    .array(
      z.looseObject({
        p: z.string().optional(),
        u: z.string().optional(),
        layers: z.array(z.looseObject({})).optional(),
      }),
    )
    .max(1000)
    .optional(),
});

/**
 * Checks an animation in the format of Lottie. Programs in it and addresses of other files are refused; names of classes and
 * ids, which the player would give to its elements, are removed.
 */
export function checkAnimation(json: string): CheckedFile {
  const parsed = parse(json);
  if (!parsed) return { ok: false, text: texts.animationInvalid };
  // The property `x` is an expression where it is a text; elsewhere it is a number or an object.
  if (hasText(parsed, 'x')) return { ok: false, text: texts.animationExpressions };
  const { layers, assets = [] } = parsed;
  if (hasText(parsed, 'fPath') || !assets.every(isInside)) return { ok: false, text: texts.animationPictures };
  const content = { ...parsed, layers: layers.map(removeNames), assets: assets.map(cleanAsset) };
  return { ok: true, content: Buffer.from(JSON.stringify(content)) };
}

type Asset = NonNullable<z.infer<typeof animation>['assets']>[number];

/** Whether a picture is in the file itself. */
const isInside = ({ p = '' }: Asset): boolean => /^(?:data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=]*)?$/.test(p);

function parse(json: string): z.infer<typeof animation> | null {
  try {
    const value: unknown = JSON.parse(json);
    return isShallow(value, 0) ? (animation.safeParse(value).data ?? null) : null;
  } catch {
    return null;
  }
}

const listValues = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

const isShallow = (value: unknown, depth: number): boolean =>
  depth <= maxDepth && listValues(value).every((each) => isShallow(each, depth + 1));

/** Whether a property of this name has a text somewhere. */
function hasText(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const own = Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  return (typeof own === 'string' && own !== '') || listValues(value).some((each) => hasText(each, name));
}

const removeNames = ({ ln: _, cl: __, ...layer }: Record<string, unknown>): Record<string, unknown> => layer;

const cleanAsset = ({ layers, ...asset }: Asset): Asset => ({
  ...asset,
  ...(layers ? { layers: layers.map(removeNames) } : {}),
  ...(asset.p ? { u: '', e: 1 } : {}),
});
