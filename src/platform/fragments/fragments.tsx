import { randomUUID } from 'node:crypto';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { IdSalt } from '#platform/islands/island.tsx';
import type { Actor } from '#platform/sessions/actor.ts';

/** A part of a page that calls can return as HTML. */
export interface FragmentDefinition<Options = unknown> {
  /** Letters, digits, `_` and `-`. Requests append `:instance` for one of several fragments. */
  readonly key: string;
  /** Schema of the options that the browser sends. They authorise nothing: ownership comes from the actor. */
  readonly options: z.ZodType<Options>;
  /** Returns the markup of the fragment. */
  render(shop: Shop, actor: Actor, options: Options): Promise<ReactNode>;
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

/** @throws for an invalid key and for two fragments with the same key */
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
  /** Key of the fragment's definition. */
  readonly of: string;
  /** Identifies an instance when a page has several fragments with the same key. */
  readonly id?: string | undefined;
  /** Options as JSON, which the browser sends with its next request. */
  readonly options?: object | undefined;
  readonly as?: 'div' | 'section' | 'span' | 'ul' | 'tbody' | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A block of a page that replies can update with the markup of its definition. */
export function Fragment({ of, id, options, as = 'div', className, children }: FragmentProps): ReactNode {
  const html = renderToString(children, { identifierPrefix: createIdPrefix(id ? `${of}:${id}` : of) });
  return createElement(as, {
    'data-fragment': of,
    'data-instance': id,
    'data-options': options && JSON.stringify(options),
    className,
    style: className ? undefined : { display: 'contents' },
    dangerouslySetInnerHTML: { __html: html },
  });
}

// The prefix is the same on the page and in a reply, so that elements keep their ids.
const createIdPrefix = (key: string) => `${key.replace(':', '-')}-`;

const maxFragments = 20;

/**
 * Renders the fragments that a call asks for: options by key or `key:instance`. Unknown keys and
 * invalid options are skipped and logged: the page may be older than the running program.
 * @returns inner HTML by requested key
 */
export async function renderFragments(
  shop: Pick<Shop, 'fragments' | 'log'>,
  actor: Actor,
  requested: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const entries = Object.entries(requested);
  if (entries.length > maxFragments)
    shop.log.warn({ requested: entries.length, max: maxFragments }, 'too many fragments in one call');
  const rendered = await Promise.all(
    entries
      .slice(0, maxFragments)
      .map(async ([key, options]) => [key, await renderFragment(shop as Shop, actor, key, options)] as const),
  );
  return Object.fromEntries(rendered.filter((entry): entry is [string, string] => entry[1] !== null));
}

async function renderFragment(shop: Shop, actor: Actor, key: string, given: unknown): Promise<string | null> {
  const [name = '', instance] = key.split(':', 2);
  const definition = shop.fragments.get(name);
  if (!definition || (instance !== undefined && !/^[\w-]{1,60}$/.test(instance))) {
    shop.log.warn({ fragment: key.slice(0, 60) }, 'an unknown fragment was requested');
    return null;
  }
  const options = definition.options.safeParse(given);
  if (!options.success) {
    shop.log.warn(
      { fragment: key, issues: options.error.issues.map(({ path, code }) => ({ path, code })) },
      'a fragment was requested with invalid options',
    );
    return null;
  }
  try {
    const content = await definition.render(shop, actor, options.data);
    return renderHtml(key, content);
  } catch (error) {
    // The call has succeeded, so its reply is sent without this fragment.
    shop.log.error({ err: error, fragment: key }, 'a fragment could not be rendered');
    return null;
  }
}

/**
 * Renders HTML for a page that is already open.
 * @param key prefix of the ids in the HTML
 */
export function renderHtml(key: string, content: ReactNode): string {
  return renderToString(<IdSalt value={`-${randomUUID().slice(0, 8)}`}>{content}</IdSalt>, {
    identifierPrefix: createIdPrefix(key),
  });
}
