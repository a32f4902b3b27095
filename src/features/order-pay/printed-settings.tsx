import type { OrderPaySettings } from './contract.ts';

/** Days for which the key in a page's settings lets scripts pay the order. */
export const orderKeyDays = 1;

/** Prints the settings for scripts of payment providers, as carts print theirs. */
export function PrintedSettings({ settings }: { readonly settings: OrderPaySettings }) {
  return (
    <script
      type="application/json"
      data-order-settings=""
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped so that it can't end the element
      dangerouslySetInnerHTML={{ __html: JSON.stringify(settings).replaceAll('<', '\\u003c') }}
    />
  );
}
