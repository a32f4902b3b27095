import { z } from 'zod';
import type { Text } from '#platform/texts/texts.ts';
import { fileTexts as texts } from './texts.ts';

/** What a file of a block holds after its check, or why it is refused. `content` replaces what was sent. */
export type CheckedFile =
  | { readonly ok: true; readonly content?: Buffer }
  | { readonly ok: false; readonly text: Text };

/** Objects and lists in each other. The player calls itself for each level. */
const maxDepth = 60;

/** Layers and shapes, with those that repeaters and compositions show several times. More of them stop the browser. */
const maxElements = 20_000;

/** Compositions in each other. */
const maxCompositions = 20;

/** Unknown properties of the whole are dropped, such as parts that the player would load. */
const animation = z.object({
  v: z.string().max(40).optional(),
  fr: z.number().min(1).max(240),
  ip: z.number(),
  op: z.number(),
  w: z.number().min(1).max(10_000),
  h: z.number().min(1).max(10_000),
  nm: z.string().optional(),
  ddd: z.number().optional(),
  fonts: z.unknown().optional(),
  chars: z.unknown().optional(),
  markers: z.unknown().optional(),
  layers: z.array(z.looseObject({})).min(1).max(1000),
  assets: z
    .array(
      z.looseObject({
        id: z.string().max(200).optional(),
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
  if (countElements(layers, new Map(assets.map((asset) => [asset.id, asset]))) > maxElements)
    return { ok: false, text: texts.animationTooMuch };
  const content = { ...parsed, assets: assets.map(cleanAsset) };
  return {
    ok: true,
    content: Buffer.from(JSON.stringify(content, (key, value) => (isName(key, value) ? undefined : value))),
  };
}

type Asset = NonNullable<z.infer<typeof animation>['assets']>[number];

/** Whether a picture is in the file itself. The player loads whatever has no layers. */
const isInside = ({ layers, p = '', u = '' }: Asset): boolean =>
  layers ? p === '' && u === '' : /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=]*$/.test(p);

/** Counts until there are too many, also in compositions that contain themselves. */
function countElements(layers: readonly object[], assets: ReadonlyMap<unknown, Asset>): number {
  const counts = new Map<unknown, number>();
  let level = 0;
  const countAsset = (id: unknown): number => {
    const known = counts.get(id);
    if (known !== undefined) return known;
    if (level === maxCompositions) return maxElements + 1;
    // A composition may contain itself.
    counts.set(id, maxElements + 1);
    level += 1;
    const sum = count(assets.get(id)?.layers ?? []);
    level -= 1;
    counts.set(id, sum);
    return sum;
  };
  const count = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0;
    const { ty, refId } = value as { readonly ty?: unknown; readonly refId?: unknown };
    let sum = (ty === undefined ? 0 : 1) + (refId === undefined ? 0 : countAsset(refId));
    for (const each of listValues(value)) {
      if (sum > maxElements) return sum;
      sum = sum * readCopies(each) + count(each);
    }
    return sum;
  };
  return count(layers);
}

/** How often a repeater shows the shapes that stand before it in a list; 1 for everything else. */
function readCopies(value: unknown): number {
  const { ty, c } = (value ?? {}) as { readonly ty?: unknown; readonly c?: unknown };
  return ty === 'rp' ? findMaximum(c) : 1;
}

/** Finds the largest number of a value and its key frames, without their times and curves; at least 1. The player takes numbers as texts, too. */
const findMaximum = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Math.max(
        1,
        ...Object.entries(value).map(([key, each]) => (['t', 'i', 'o', 'ix'].includes(key) ? 1 : findMaximum(each))),
      )
    : Math.max(1, Number(value) || 1);

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

/** Whether a property is the name of a class or an id of a layer or shape. Elsewhere `cl` says whether a path is closed. */
const isName = (key: string, value: unknown): boolean => ['ln', 'cl'].includes(key) && typeof value === 'string';

const cleanAsset = (asset: Asset): Asset => (asset.layers ? asset : { ...asset, u: '', e: 1, t: undefined });
