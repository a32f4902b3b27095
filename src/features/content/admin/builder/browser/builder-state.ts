import { createContext, useContext } from 'react';

/** What the bar of the builder shows and does. */
export interface BuilderState {
  readonly text: string;
  readonly isProblem: boolean;
  readonly isChanged: boolean;
  readonly isNarrow: boolean;
  readonly setNarrow: (isNarrow: boolean) => void;
  readonly save: () => Promise<boolean>;
  readonly publish: () => Promise<void>;
}

/** A change renders only what uses the state: neither the page nor the library. */
export const BuilderContext = createContext<BuilderState | null>(null);

export function useBuilder(): BuilderState {
  const state = useContext(BuilderContext);
  if (!state) throw new Error('outside of the page builder');
  return state;
}
