import { type BrowserConfig, configElement } from './config.shared.ts';

let config: BrowserConfig | null | undefined;

/** @returns null, with a console error, on a page without a configuration */
export function readConfig(): BrowserConfig | null {
  if (config !== undefined) return config;
  const text = document.getElementById(configElement)?.textContent;
  config = text ? (JSON.parse(text) as BrowserConfig) : null;
  if (!config) console.error(`This page has no configuration (#${configElement}).`);
  return config;
}
