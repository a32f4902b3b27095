import type { PayPalNamespace } from '@paypal/paypal-js';
import { SdkError } from './sdk-error.ts';
import type { SdkScript } from './sdk-script.ts';

/** Milliseconds after which an address that does not answer counts as unreachable. */
const timeout = 30_000;

const elements = new Map<string, HTMLScriptElement>();
const readGlobal = (name: string) => Reflect.get(window, name) as PayPalNamespace | undefined;

/**
 * Loads the SDK's script, and removes the previous script with this namespace.
 * @returns the SDK's global object
 */
export async function insertSdkScript({ src, attributes, namespace }: SdkScript): Promise<PayPalNamespace> {
  const before = readGlobal(namespace);
  elements.get(namespace)?.remove();
  const element = document.createElement('script');
  elements.set(namespace, element);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  // Only pages rendered per request have a nonce. The SDK passes the attribute's nonce on to its styles.
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  if (nonce) {
    element.nonce = nonce;
    element.setAttribute('data-csp-nonce', nonce);
  }
  const isLoaded = await waitForScript(element, src);
  const global = readGlobal(namespace);
  // A script with invalid attributes loads, but throws and sets no global.
  if (isLoaded && global !== undefined && global !== before) return global;
  element.remove();
  throw new SdkError(isLoaded ? null : await readRefusal(src));
}

function waitForScript(element: HTMLScriptElement, src: string): Promise<boolean> {
  return new Promise((resolve) => {
    element.addEventListener('load', () => resolve(true));
    element.addEventListener('error', () => resolve(false));
    setTimeout(() => resolve(false), timeout);
    element.src = src;
    document.head.append(element);
  });
}

/**
 * Fetches the provider's error text, when its CORS headers allow this. The script element reports only that it
 * failed.
 */
async function readRefusal(src: string): Promise<string | null> {
  try {
    const response = await fetch(src, { signal: AbortSignal.timeout(timeout) });
    if (response.ok) return null;
    const text = await response.text();
    const [, reason] = /Original Error:\s*(\S.*?)\s*(?:\(debug id|\n|$)/.exec(text) ?? [];
    return reason ?? /SDK Validation error: '(.*)'/.exec(text)?.[1] ?? null;
  } catch {
    return null;
  }
}
