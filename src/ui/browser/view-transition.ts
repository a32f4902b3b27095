import { minTransitionCores } from '#ui/transition-cores.shared.ts';

export const hasCoresForTransitions = (): boolean => navigator.hardwareConcurrency >= minTransitionCores;

/** A skipped transition rejects its promises, which is no error. */
export function ignoreSkipping({ ready, finished, updateCallbackDone }: ViewTransition): void {
  for (const promise of [ready, finished, updateCallbackDone]) promise.catch(() => {});
}

/**
 * Changes an element with a cross-fade if the browser supports it, otherwise at once.
 * @param name name of the view transition
 * @returns resolves when the element is changed, which happens later with a cross-fade
 */
export async function runTransition(element: HTMLElement, name: string, change: () => void): Promise<void> {
  const isWanted = hasCoresForTransitions() && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!isWanted || !('startViewTransition' in document)) {
    change();
    return;
  }
  element.style.setProperty('view-transition-name', name);
  const transition = document.startViewTransition(change);
  ignoreSkipping(transition);
  const clearName = () => element.style.removeProperty('view-transition-name');
  transition.finished.then(clearName, clearName);
  await transition.updateCallbackDone;
}
