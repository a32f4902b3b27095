import type { Shop } from '#platform/features/shop.ts';
import { contactFormSettings } from './settings.ts';

/**
 * The configuration object of the plugin's scripts, where pages load them. `cached` makes them fetch
 * challenges when the page has loaded, which cached pages don't have. Values keep their types.
 */
export function createScriptGlobals({ wire, config, settings }: Shop): Readonly<Record<string, object>> {
  if (settings(contactFormSettings).script === 'own') return {};
  const api = { root: `${config.publicUrl}${wire.apiRoot}/`, namespace: `${wire.formNamespace}/v1` };
  return { [wire.formPrefix]: { api, cached: true } };
}
