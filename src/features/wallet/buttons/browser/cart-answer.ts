import { applyReply, cartState } from '#features/cart/browser.ts';
import { type CartReply, type CartState, cartRefreshPath } from '#features/cart/contract.ts';
import type { WalletPage, WalletStatus } from '#features/wallet/contract.ts';
import { call } from '#platform/http/browser/api.ts';
import { readConfig } from '#platform/http/browser/config.ts';

let asking: Promise<boolean> | null = null;

export const readStatus = (state: CartState | null) => state?.cart.wallet as WalletStatus | undefined;

/**
 * Loads the cart's state, including the wallet's status, with one call for all buttons of the page.
 * @returns null when the shop did not answer
 */
export async function askCart(page: WalletPage, { isFresh }: { readonly isFresh: boolean }): Promise<CartState | null> {
  if (isFresh || !readStatus(cartState.get())) {
    asking ??= refresh(page).finally(() => {
      asking = null;
    });
    if (!(await asking)) return null;
  }
  return cartState.get();
}

async function refresh(page: WalletPage): Promise<boolean> {
  const { rest = '' } = readConfig() ?? {};
  const reply = await call<CartReply>(cartRefreshPath(rest), { method: 'POST', body: { page } });
  if (reply.ok) await applyReply(reply.data);
  return reply.ok;
}
