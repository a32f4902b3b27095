import { z } from 'zod';
import type { Text } from '#platform/texts/texts.ts';
import { fileTexts as texts } from './texts.ts';

/** The content of a checked file, or why the file is refused. `content` replaces the bytes that were sent. */
export type CheckedFile =
  | { readonly ok: true; readonly content?: Buffer }
  | { readonly ok: false; readonly text: Text };

/** Maximum depth of nested objects and lists. The player recurses for each level. */
const maxDepth = 60;

/**
 * Maximum number of layers and shapes, including the copies that repeaters and compositions show. More would freeze
 * the browser.
 */
const maxElements = 20_000;

/** Maximum depth of nested compositions. */
const maxCompositions = 20;

/** Unknown top-level properties are dropped, such as resources that the player would load. */
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
 * Checks an animation in the Lottie format. Files with expressions or addresses of other files are refused. Class
 * names and ids are removed, because the player would set them on its elements.
 */
export function checkAnimation(json: string): CheckedFile {
  const parsed = parse(json);
  if (!parsed) return { ok: false, text: texts.animationInvalid };
  // The property `x` is an expression when its value is a string. Otherwise it is a number or an object.
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

/** Whether a picture is embedded in the file. The player loads every asset that has no layers. */
const isInside = ({ layers, p = '', u = '' }: Asset): boolean =>
  layers ? p === '' && u === '' : /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=]*$/.test(p);

/** Counts elements up to the limit, also in compositions that contain themselves. */
function countElements(layers: readonly object[], assets: ReadonlyMap<unknown, Asset>): number {
  const counts = new Map<unknown, number>();
  let level = 0;
  const countAsset = (id: unknown): number => {
    const known = counts.get(id);
    if (known !== undefined) return known;
    if (level === maxCompositions) return maxElements + 1;
    // Set the count before counting: a composition may contain itself.
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

/** Returns how often a repeater shows the shapes before it in its list; 1 for everything else. */
function readCopies(value: unknown): number {
  const { ty, c } = (value ?? {}) as { readonly ty?: unknown; readonly c?: unknown };
  return ty === 'rp' ? findMaximum(c) : 1;
}

/**
 * Finds the largest number of a value and its keyframes, without their times and curves; at least 1. The player also
 * accepts numbers as strings.
 */
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

/** Whether any property with this name has a string value. */
function hasText(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const own = Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  return (typeof own === 'string' && own !== '') || listValues(value).some((each) => hasText(each, name));
}

/**
 * Whether a property is the class name or the id of a layer or shape. In a path, `cl` says whether the path is
 * closed.
 */
const isName = (key: string, value: unknown): boolean => ['ln', 'cl'].includes(key) && typeof value === 'string';

const cleanAsset = (asset: Asset): Asset => (asset.layers ? asset : { ...asset, u: '', e: 1, t: undefined });
