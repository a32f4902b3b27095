import type { CartState } from '../contract.ts';

/** The cart's state in the HTML of a private page or fragment, so that scripts need no call for it. */
export function InlineCartState({ state }: { readonly state: CartState }) {
  const json = JSON.stringify(state).replaceAll('<', '\\u003c');
  return (
    <script
      type="application/json"
      data-cart-state=""
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped so that it can't end the element
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}
