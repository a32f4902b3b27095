import type { ComponentType } from 'react';

/** A component that may also come alive in the browser. It can be rendered plainly too, e.g. inside another island. */
export type IslandComponent<Props> = ComponentType<Props> & { readonly islandName: string };

/** The moment at which an island or a behaviour wakes, `after(300)` so many milliseconds after it came; never before the first paint. */
export type When = 'load' | 'idle' | 'visible' | 'interaction' | `media(${string})` | `after(${number})`;

/** @param name `<feature>/<file name without extension>`: the browser finds the file by it */
export function island<Props extends object>(name: string, Component: ComponentType<Props>): IslandComponent<Props> {
  return Object.assign(Component, { islandName: name });
}

/** '/src/features/catalog/islands/buy-form.tsx' -> 'catalog/buy-form' */
export function nameOfFile(path: string): string {
  return path.replace(/^.*\/(.+)\/islands\/(.+?)(\.behaviour)?\.tsx?$/, '$1/$2');
}
