import { getJQuery } from '#ui/browser/jquery.ts';
import { readWishlistConfig } from './config.ts';

/** Calls `reload` when scripts of a shop that moved here ask for blocks or the page of a list to be loaded again. */
export function listenForReloads(reload: () => void): void {
  const { prefix } = readWishlistConfig();
  listen(`${prefix}_reload_fragments`, reload);
  listen(`${prefix}_reload_after_ajax`, reload);
}

export interface OldEvent {
  readonly target: unknown;
}

/** Listens for an event that such scripts fire with jQuery or without. */
export function listen(type: string, handler: (event: OldEvent, argument: unknown) => void): void {
  const jQuery = getJQuery();
  if (jQuery) jQuery(document).on(type, handler);
  else document.addEventListener(type, (event) => handler(event, [(event as CustomEvent).detail].flat()[0]));
}
