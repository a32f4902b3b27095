import type { ComponentType } from 'react';

/** A component that can hydrate in the browser. It can also be rendered as a plain component. */
export type IslandComponent<Props> = ComponentType<Props> & { readonly islandName: string };

/**
 * When an island or a behaviour hydrates, never before the first paint. `after(300)` counts
 * milliseconds from its arrival.
 */
export type HydrationTrigger = 'load' | 'idle' | 'visible' | 'interaction' | `media(${string})` | `after(${number})`;

/** @param name `<feature>/<file name without extension>`: the browser finds the file by it */
export function defineIsland<Props extends object>(
  name: string,
  Component: ComponentType<Props>,
): IslandComponent<Props> {
  return Object.assign(Component, { islandName: name });
}

/**
 * '/src/features/product-form/islands/buy-form.tsx' -> 'product-form/buy-form', and of the back office
 * '/src/features/promotions/admin/islands/rule.tsx' -> 'promotions/admin/rule'
 */
export function getIslandName(path: string): string {
  return path.replace(/^.*?\/([^/]+(?:\/admin(?:\/.+)?)?)\/islands\/(.+?)(\.behaviour)?\.tsx?$/, '$1/$2');
}
