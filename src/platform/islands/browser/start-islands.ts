import type { ComponentType } from 'react';
import { getIslandName, type IslandComponent } from '#platform/islands/island.shared.ts';
import { type Hydrate, type Hydrated, IslandElement } from './island-element.ts';
import { type Chunk, loadChunk } from './load-chunk.ts';

/** Module loaders by path, as `import.meta.glob` returns them. */
export type ModuleLoaders = Readonly<Record<string, Chunk<unknown>>>;

/** What a `.behaviour.ts` file exports as `behaviour`. @returns its cleanup */
export type BehaviourFunction = (element: HTMLElement) => (() => void) | undefined;

const loadHydration = () => import('./hydrate-island.tsx');

/**
 * Defines `<vt-island>` and `<vt-behaviour>`: elements on the page and later ones hydrate.
 * @param loadedBehaviours by path, like the files
 */
export function startIslands(
  islandFiles: ModuleLoaders,
  behaviourFiles: ModuleLoaders,
  loadedBehaviours: Readonly<Record<string, BehaviourFunction>> = {},
): void {
  defineElement('vt-island', islandFiles, async (chunk, element, name, signal) => {
    const [file, { hydrateIsland }] = await Promise.all([loadChunk(chunk), loadChunk(loadHydration)]);
    const component = Object.values(file as object).find(
      (exported) => (exported as IslandComponent<object>)?.islandName === name,
    );
    if (!component) throw new Error('its file exports no island with this name');
    if (signal.aborted) return { end() {} };
    return hydrateIsland(element, component as ComponentType<object>);
  });
  const loaded = Object.entries(loadedBehaviours).map(([path, behaviour]) => [path, async () => ({ behaviour })]);
  defineElement(
    'vt-behaviour',
    { ...behaviourFiles, ...Object.fromEntries(loaded) },
    async (chunk, element, _name, signal) => {
      const { behaviour } = (await loadChunk(chunk)) as { behaviour: BehaviourFunction };
      const end = signal.aborted ? undefined : behaviour(element);
      return { end: () => end?.() };
    },
  );
}

type HydrateWith = (chunk: Chunk<unknown>, ...rest: Parameters<Hydrate>) => Promise<Hydrated>;

function defineElement(tag: string, files: ModuleLoaders, hydrate: HydrateWith): void {
  const chunks = new Map(Object.entries(files).map(([path, chunk]) => [getIslandName(path), chunk]));
  customElements.define(
    tag,
    class extends IslandElement {
      protected hydrate: Hydrate = async (element, name, signal) => {
        const chunk = chunks.get(name);
        if (!chunk) throw new Error('no island or behaviour file has this name');
        return hydrate(chunk, element, name, signal);
      };
    },
  );
}
