import type { SheetSettings } from '#features/cards/contract.ts';
import type { Sheet } from './sheet.ts';

const found = new Map<string, Promise<Sheet | null>>();

/**
 * Finds out whether the shopper can pay in a sheet on this device, once per page. @returns null when they can't or no
 * answer arrives
 */
export function findSheet(settings: SheetSettings): Promise<Sheet | null> {
  const key = `${settings.method} ${settings.currency}`;
  const known = found.get(key);
  if (known !== undefined) return known;
  const search = (async () => {
    if (!window.isSecureContext) return null;
    return settings.method === 'wallet-apple-pay'
      ? (await import('./apple-pay.ts')).findApplePay(settings)
      : (await import('./google-pay.ts')).findGooglePay(settings);
  })().catch(() => null);
  found.set(key, search);
  return search;
}
