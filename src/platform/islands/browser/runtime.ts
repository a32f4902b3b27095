import type { ComponentType } from 'react';
import { type IslandComponent, nameOfFile } from '#platform/islands/island.shared.ts';
import { type Chunk, load } from './load.ts';
import { type Awake, Sleeper, type Wake } from './sleeper.ts';

/** As `import.meta.glob` gives them: by path. */
export type Files = Readonly<Record<string, Chunk<unknown>>>;

/** What a `.behaviour.ts` file exports as `behaviour`; it answers with what undoes it. */
export type BehaviourFunction = (element: HTMLElement) => (() => void) | undefined;

const loadMount = () => import('./mount.tsx');

/** Makes `<vt-island>` and `<vt-behaviour>` come alive, those on the page and those that arrive later. */
export function startIslands(islandFiles: Files, behaviourFiles: Files): void {
  define('vt-island', islandFiles, async (chunk, element, name, signal) => {
    const [file, { mount }] = await Promise.all([load(chunk), load(loadMount)]);
    const component = Object.values(file as object).find(
      (exported) => (exported as IslandComponent<object>)?.islandName === name,
    );
    if (!component) throw new Error('its file exports no island of this name');
    if (signal.aborted) return { end() {} };
    return mount(element, component as ComponentType<object>);
  });
  define('vt-behaviour', behaviourFiles, async (chunk, element, _name, signal) => {
    const { behaviour } = (await load(chunk)) as { behaviour: BehaviourFunction };
    const end = signal.aborted ? undefined : behaviour(element);
    return { end: () => end?.() };
  });
}

type WakeWith = (chunk: Chunk<unknown>, ...rest: Parameters<Wake>) => Promise<Awake>;

function define(tag: string, files: Files, wake: WakeWith): void {
  const chunks = new Map(Object.entries(files).map(([path, chunk]) => [nameOfFile(path), chunk]));
  customElements.define(
    tag,
    class extends Sleeper {
      protected wake: Wake = async (element, name, signal) => {
        const chunk = chunks.get(name);
        if (!chunk) throw new Error('there is no file of this name');
        return wake(chunk, element, name, signal);
      };
    },
  );
}
