import { randomUUID } from 'node:crypto';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { IdSalt } from '#platform/islands/island.tsx';
import type { Visit } from '#platform/sessions/visit.ts';

/** A piece of page that a call can send back as HTML. */
export interface FragmentDefinition<Options = unknown> {
  /** Without a colon: what follows one names an instance. */
  readonly key: string;
  /** What a browser may ask for. It never authorises anything: who owns a list comes from the visit. */
  readonly options: z.ZodType<Options>;
  render(shop: Shop, visit: Visit, options: Options): Promise<ReactNode>;
}

export function defineFragment<Options>(definition: FragmentDefinition<Options>): FragmentDefinition {
  return definition as FragmentDefinition;
}

export type Fragments = ReadonlyMap<string, FragmentDefinition>;

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly fragments: Fragments;
  }
}

/** @throws when two fragments have one key */
export function createFragments(definitions: readonly FragmentDefinition[]): Fragments {
  const fragments = new Map<string, FragmentDefinition>();
  for (const definition of definitions) {
    if (!/^[\w-]+$/.test(definition.key)) throw new Error(`a fragment can't have the key '${definition.key}'`);
    if (fragments.has(definition.key)) throw new Error(`fragment '${definition.key}' has two owners`);
    fragments.set(definition.key, definition);
  }
  return fragments;
}

interface FragmentProps {
  /** The key of its definition. */
  readonly of: string;
  /** Names this one where a page has several of a key. */
  readonly id?: string | undefined;
  /** What the browser sends when it asks for it again. JSON. */
  readonly options?: object | undefined;
  readonly as?: 'div' | 'section' | 'span' | 'ul' | 'tbody' | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Marks a block of a page that replies can bring up to date. What is inside is what its definition renders. */
export function Fragment({ of, id, options, as = 'div', className, children }: FragmentProps): ReactNode {
  const html = renderToString(children, { identifierPrefix: idPrefix(id ? `${of}:${id}` : of) });
  return createElement(as, {
    'data-fragment': of,
    'data-instance': id,
    'data-options': options && JSON.stringify(options),
    className,
    style: className ? undefined : { display: 'contents' },
    dangerouslySetInnerHTML: { __html: html },
  });
}

// The same on the page and in a reply, so that what has an id stays where it is when the reply arrives.
const idPrefix = (key: string) => `${key.replace(':', '-')}-`;

const mostPerCall = 20;

/**
 * Renders what a call asked for: keys, or `key:instance`, to options (spec 3.8/16). What is unknown, or doesn't fit its schema, is left out and
 * reported, for a page in a browser may be older than the program.
 * @returns inner HTML by the keys that were asked for
 */
export async function renderFragments(
  shop: Pick<Shop, 'fragments' | 'log'>,
  visit: Visit,
  requested: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const all = Object.entries(requested);
  if (all.length > mostPerCall)
    shop.log.warn({ asked: all.length, most: mostPerCall }, 'too many fragments in one call');
  const rendered = await Promise.all(
    all
      .slice(0, mostPerCall)
      .map(async ([key, options]) => [key, await renderOne(shop as Shop, visit, key, options)] as const),
  );
  return Object.fromEntries(rendered.filter((entry): entry is [string, string] => entry[1] !== null));
}

async function renderOne(shop: Shop, visit: Visit, key: string, given: unknown): Promise<string | null> {
  const [name = '', instance] = key.split(':', 2);
  const definition = shop.fragments.get(name);
  if (!definition || (instance !== undefined && !/^[\w-]{1,60}$/.test(instance))) {
    shop.log.warn({ fragment: key.slice(0, 60) }, 'an unknown fragment was asked for');
    return null;
  }
  const options = definition.options.safeParse(given);
  if (!options.success) {
    shop.log.warn(
      { fragment: key, issues: options.error.issues.map(({ path, code }) => ({ path, code })) },
      'a fragment was asked for with options that do not fit',
    );
    return null;
  }
  try {
    const content = await definition.render(shop, visit, options.data);
    return toHtml(key, content);
  } catch (error) {
    // What the call did is done: its answer goes out without this piece.
    shop.log.error({ err: error, fragment: key }, 'a fragment could not be rendered');
    return null;
  }
}

/** HTML for a page that is open already. @param key of the fragment, or another name for what it is */
export function toHtml(key: string, content: ReactNode): string {
  return renderToString(<IdSalt value={`-${randomUUID().slice(0, 8)}`}>{content}</IdSalt>, {
    identifierPrefix: idPrefix(key),
  });
}
