import { createContext, createElement, type ReactNode, useContext, useId } from 'react';
import { renderToString } from 'react-dom/server';
import type { IslandComponent, When } from './island.shared.ts';
import { propsToJson } from './props.ts';

/**
 * Told apart from whatever is on the page already: HTML that is sent later has a salt of its own, so that the ids in it never meet those of an
 * island that stayed. Empty on a page, so that its bytes are the same each time.
 */
export const IdSalt = createContext('');

// Without a box of their own; a shop's style can't be needed for that, since HTML may arrive before it.
const boxless = { display: 'contents' };

interface IslandProps<Props extends object> {
  readonly of: IslandComponent<Props>;
  /** JSON only: they travel to the browser. */
  readonly props: NoInfer<Props>;
  readonly when?: When | undefined;
  /** Where several of a kind come and go (rows of a list), names this one, so that it keeps its state when the list is sent again. */
  readonly id?: string | undefined;
}

/** An island's own HTML, and what the browser needs to make it live. Stands where a `div` may stand. */
export function Island<Props extends object>({ of, props, when = 'visible', id }: IslandProps<Props>): ReactNode {
  const prefix = useId().replace(/^_|_$/g, '') + useContext(IdSalt);
  return createElement(Sleeping<Props>, { of, props, when, id, prefix });
}

interface SleepingProps<Props extends object> extends IslandProps<Props> {
  readonly prefix: string;
}

// A component of its own: after a nested render no hook works in the component that made it.
function Sleeping<Props extends object>({ of, props, when, id, prefix }: SleepingProps<Props>): ReactNode {
  const html = renderToString(createElement(of, props), { identifierPrefix: prefix });
  const name = of.islandName;
  const attributes = { id, name, when, prefix, props: propsToJson(name, props), style: boxless };
  return createElement('vt-island', { ...attributes, dangerouslySetInnerHTML: { __html: html } });
}

interface BehaviourProps {
  /** `<feature>/<file name without .behaviour.ts>`. */
  readonly of: string;
  readonly when?: When | undefined;
  readonly children: ReactNode;
}

/** Gives its children, which are the server's, to a function in the browser. */
export function Behaviour({ of, when = 'idle', children }: BehaviourProps): ReactNode {
  return createElement('vt-behaviour', { name: of, when, style: boxless }, children);
}
