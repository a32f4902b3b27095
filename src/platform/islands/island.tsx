import { createContext, createElement, type ReactNode, useContext, useId } from 'react';
import { renderToString } from 'react-dom/server';
import { createHtmlCache } from '#platform/pages/kept-html.ts';
import type { HydrationTrigger, IslandComponent } from './island.shared.ts';

/**
 * Makes the ids in later HTML differ from the ids of islands that stay on the page. Empty for a
 * whole page, so that its bytes are the same each time.
 */
export const IdSalt = createContext('');

// Inline, because HTML may arrive before the style sheet.
const noBoxStyle = { display: 'contents' };

interface IslandProps<Props extends object> {
  readonly of: IslandComponent<Props>;
  /** Only JSON values, because the props are sent to the browser. */
  readonly props: NoInfer<Props>;
  readonly when?: HydrationTrigger | undefined;
  /** Identifies this island among others of its kind, so that it keeps its state when a list is replaced. */
  readonly id?: string | undefined;
}

/** Renders the island's HTML with the data that the browser needs to hydrate it. Allowed where a `div` is allowed. */
export function Island<Props extends object>({ of, props, when = 'visible', id }: IslandProps<Props>): ReactNode {
  const salt = useContext(IdSalt);
  const prefix = useId().replace(/^_|_$/g, '') + salt;
  return createElement(IslandMarkup<Props>, { of, props, when, id, prefix, isKept: salt === '' });
}

interface IslandMarkupProps<Props extends object> extends IslandProps<Props> {
  readonly prefix: string;
  readonly isKept: boolean;
}

/**
 * Caches HTML by name, id prefix and props. An island depends on nothing else, because the browser renders it from
 * its props too. HTML with a salt is needed once, so it is not cached.
 */
const keepIslandHtml = createHtmlCache(4 * 1024 * 1024);

// A separate component, because hooks do not work in a component after its nested render.
function IslandMarkup<Props extends object>({
  of,
  props,
  when,
  id,
  prefix,
  isKept,
}: IslandMarkupProps<Props>): ReactNode {
  const render = () => renderToString(createElement(of, props), { identifierPrefix: prefix });
  const name = of.islandName;
  const json = propsToJson(name, props);
  const html = isKept ? keepIslandHtml(`${name} ${prefix} ${json}`, render) : render();
  const attributes = { id, name, when, prefix, props: json, style: noBoxStyle };
  return createElement('vt-island', { ...attributes, dangerouslySetInnerHTML: { __html: html } });
}

interface BehaviourProps {
  /** `<feature>/<file name without .behaviour.ts>`. */
  readonly of: string;
  readonly when?: HydrationTrigger | undefined;
  readonly children?: ReactNode;
  /** Rendered HTML, instead of children. */
  readonly html?: string;
}

/** Server HTML that a behaviour function enhances in the browser. */
export function Behaviour({ of, when = 'idle', children, html }: BehaviourProps): ReactNode {
  const content = html === undefined ? { children } : { dangerouslySetInnerHTML: { __html: html } };
  return createElement('vt-behaviour', { name: of, when, style: noBoxStyle, ...content });
}

/**
 * Serializes an island's props.
 * @throws in development, when a value would change on its way through JSON
 */
function propsToJson(name: string, props: object): string {
  if (process.env.NODE_ENV !== 'production') {
    const problem = findProblem(props, 'props');
    if (problem) throw new TypeError(`island '${name}': ${problem}, which can't be sent to the browser as JSON`);
  }
  return JSON.stringify(props);
}

function findProblem(value: unknown, path: string): string | null {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : `${path} is ${value}`;
  if (typeof value !== 'object') return `${path} is a ${typeof value}`;
  if (Array.isArray(value)) return findFirstProblem([...value.entries()], path);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `${path} is a ${value.constructor.name}`;
  if ('$$typeof' in value) return `${path} is a React element`;
  return findFirstProblem(Object.entries(value), path);
}

function findFirstProblem(entries: readonly (readonly [string | number, unknown])[], path: string): string | null {
  for (const [key, value] of entries) {
    if (typeof key === 'number' && value === undefined) return `${path}.${key} is undefined`;
    const problem = findProblem(value, `${path}.${key}`);
    if (problem) return problem;
  }
  return null;
}
