/** The part of jQuery that the shop uses when its own scripts load jQuery. */
export interface JQuery {
  (target: EventTarget): JQuery;
  /** Calls the function once the page is ready, after the ready handlers of other scripts. */
  (run: () => void): void;
  trigger(name: string, args?: readonly unknown[]): void;
  on(name: string, handler: ScriptHandler): void;
  off(name: string, handler: ScriptHandler): void;
  data(name: string, value: string): void;
}

export interface ScriptEvent {
  readonly target: unknown;
}

type ScriptHandler = (event: ScriptEvent, argument: unknown) => void;

export const getJQuery = (): JQuery | undefined => (window as { readonly jQuery?: JQuery }).jQuery;

/** Listens for an event that scripts of a shop that moved from another platform fire, with jQuery or without. */
export function listenToScripts(target: EventTarget, type: string, handler: ScriptHandler, signal?: AbortSignal): void {
  const jQuery = getJQuery();
  if (jQuery) {
    jQuery(target).on(type, handler);
    signal?.addEventListener('abort', () => jQuery(target).off(type, handler));
  } else
    target.addEventListener(type, (event) => handler(event, [(event as CustomEvent).detail].flat()[0]), {
      ...(signal && { signal }),
    });
}
