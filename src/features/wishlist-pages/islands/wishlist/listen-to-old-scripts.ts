import { listenToScripts } from '#ui/browser/jquery.ts';
import { readWishlistConfig } from './config.ts';

/** Calls `reload` when scripts of a shop that moved here ask for blocks or the page of a list to be loaded again. */
export function listenForReloads(reload: () => void): void {
  const { prefix } = readWishlistConfig();
  listenToScripts(document, `${prefix}_reload_fragments`, reload);
  listenToScripts(document, `${prefix}_reload_after_ajax`, reload);
}
