import type { ComponentType } from 'react';
import { getIslandName, type IslandComponent } from '#platform/islands/island.shared.ts';
import { type Hydrate, type Hydrated, IslandElement } from './island-element.ts';

/** Milliseconds until loading fails, retries included. */
const timeout = 120_000;
/** Milliseconds before each retry. */
const retryDelays = [1_000, 3_000, 9_000];

type Chunk<Module> = () => Promise<Module>;

const pendingLoads = new Map<Chunk<unknown>, Promise<unknown>>();

/** Loads a chunk once for all callers. After a failure the next call starts again. */
function loadChunk<Module>(chunk: Chunk<Module>): Promise<Module> {
  let loading = pendingLoads.get(chunk) as Promise<Module> | undefined;
  if (!loading) {
    loading = withTimeout(loadWithRetries(chunk));
    pendingLoads.set(chunk, loading);
    loading.catch(() => pendingLoads.delete(chunk));
  }
  return loading;
}

async function loadWithRetries<Module>(chunk: Chunk<Module>): Promise<Module> {
  for (const [attempt, delay] of retryDelays.entries()) {
    try {
      return await (attempt ? retryChunk(chunk, attempt) : chunk());
    } catch {
      await new Promise((resume) => setTimeout(resume, delay));
    }
  }
  return retryChunk(chunk, retryDelays.length);
}

/**
 * Retries a failed import with another URL, because browsers may cache the failure by its URL. The error message
 * names the URL that failed.
 */
async function retryChunk<Module>(chunk: Chunk<Module>, attempt: number): Promise<Module> {
  try {
    return await chunk();
  } catch (error) {
    const address = /https?:\/\/\S+\.js/.exec(String(error))?.[0];
    if (!address) throw error;
    return import(/* @vite-ignore */ `${address}?again=${attempt}`);
  }
}

function withTimeout<Module>(loading: Promise<Module>): Promise<Module> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not loaded within ${timeout / 1000} s`)), timeout);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Module loaders by path, as `import.meta.glob` returns them. */
export type ModuleLoaders = Readonly<Record<string, Chunk<unknown>>>;

/**
 * The function that a `.behaviour.ts` file exports as `behaviour`.
 * @returns a function that removes the behaviour's effects
 */
export type BehaviourFunction = (element: HTMLElement) => (() => void) | undefined;

const loadHydration = () => import('./hydrate-island.tsx');

/**
 * Defines `<vt-island>` and `<vt-behaviour>`, so that elements on the page and later elements hydrate.
 * @param loadedBehaviours behaviours that are loaded already, by path
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
