import { createContext, useContext } from 'react';

/** State and actions of the builder's toolbar. */
export interface BuilderState {
  readonly text: string;
  readonly isProblem: boolean;
  readonly isChanged: boolean;
  readonly isNarrow: boolean;
  readonly setNarrow: (isNarrow: boolean) => void;
  readonly save: () => Promise<boolean>;
  readonly publish: () => Promise<void>;
}

/** A context, so that a change renders only the users of the state, and neither the page nor the library. */
export const BuilderContext = createContext<BuilderState | null>(null);

export function useBuilder(): BuilderState {
  const state = useContext(BuilderContext);
  if (!state) throw new Error('outside of the page builder');
  return state;
}
