/** The part of jQuery that is used, where the shop brings scripts that need it. */
export interface JQuery {
  (target: EventTarget): JQuery;
  /** Calls it once the page is ready, after what other scripts do then. */
  (run: () => void): void;
  trigger(name: string, args?: readonly unknown[]): void;
  on(name: string, handler: (event: { readonly target: unknown }, argument: unknown) => void): void;
}

export const getJQuery = (): JQuery | undefined => (window as { readonly jQuery?: JQuery }).jQuery;
