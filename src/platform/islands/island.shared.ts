import type { ComponentType } from 'react';

/** A component that can hydrate in the browser. It can also be rendered as a plain component. */
export type IslandComponent<Props> = ComponentType<Props> & { readonly islandName: string };

/**
 * The moment when an island or a behaviour hydrates, which is never before the first paint. `after(300)` counts
 * milliseconds from the arrival of the element.
 */
export type HydrationTrigger = 'load' | 'idle' | 'visible' | 'interaction' | `media(${string})` | `after(${number})`;

/** @param name `<feature>/<file name without extension>`, by which the browser finds the file */
export function defineIsland<Props extends object>(
  name: string,
  Component: ComponentType<Props>,
): IslandComponent<Props> {
  return Object.assign(Component, { islandName: name });
}

/**
 * Maps '/src/features/product-form/islands/buy-form.tsx' to 'product-form/buy-form', and in the back office
 * '/src/features/promotions/admin/islands/rule.tsx' to 'promotions/admin/rule'.
 */
export function getIslandName(path: string): string {
  return path.replace(/^.*?\/([^/]+(?:\/admin(?:\/.+)?)?)\/islands\/(.+?)(\.behaviour)?\.tsx?$/, '$1/$2');
}
