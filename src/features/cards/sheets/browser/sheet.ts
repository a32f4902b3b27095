import type { SheetAmount, SheetPlaceSettings } from '#features/cards/contract.ts';

/** Sends what the sheet has handed over to the provider, for its order. The page reads none of it. */
export type ConfirmOrder = (orderId: string) => Promise<void>;

/** A sheet that the shopper can pay in. */
export interface Sheet {
  /** The button, as its brand wants it, in a colour that is seen on the page. */
  createButton(settings: SheetPlaceSettings, color: 'black' | 'white', onPress: () => void): HTMLElement;
  /**
   * Opens the sheet. Call it in the press itself: browsers refuse it later.
   * @param pay called when the shopper has agreed; the sheet is closed when it rejects
   * @returns false when the shopper has closed the sheet
   */
  open(
    settings: SheetPlaceSettings,
    amount: SheetAmount,
    pay: (confirm: ConfirmOrder) => Promise<void>,
  ): Promise<boolean>;
}

export interface SheetLine {
  readonly label: string;
  /** The amount as text; a negative one has a sign. */
  readonly amount: string;
}

/** `1500`, `EUR` -> `15.00`: with a point, as sheets take it. */
export function toDecimal(amount: number, currency: string): string {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return (amount / 10 ** maximumFractionDigits).toFixed(maximumFractionDigits);
}

/** The lines above the total. They add up to it. */
export function listLines({ texts, currency }: SheetPlaceSettings, { parts }: SheetAmount): SheetLine[] {
  const line = (name: keyof typeof parts, sign = ''): SheetLine[] =>
    parts[name] === 0 ? [] : [{ label: texts[name], amount: `${sign}${toDecimal(parts[name], currency)}` }];
  return [...line('items'), ...line('discount', '-'), ...line('shipping'), ...line('fees')];
}

const scripts = new Map<string, Promise<void>>();

/** Loads a script of the sheet's brand, once. */
export function loadScript(src: string): Promise<void> {
  const known = scripts.get(src);
  if (known !== undefined) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.nonce = readNonce();
    script.src = src;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      scripts.delete(src);
      script.remove();
      reject(new Error(`${src} could not be loaded`));
    });
    document.head.append(script);
  });
  scripts.set(src, loaded);
  return loaded;
}

/** Nonce of the page for what its scripts add. */
export const readNonce = (): string => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
