import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Cart, createCartHash } from '#features/cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { miniCartSelector } from '../contract.ts';
import { cartFragments } from '../ports.ts';
import { renderMiniCart } from './mini-cart-fragment.tsx';

export interface FragmentsReply {
  /** HTML by CSS selector. */
  readonly fragments: Readonly<Record<string, string>>;
  /** Equal to the cookie with the cart's hash; empty for an empty cart. */
  readonly cart_hash: string;
}

export async function loadFragments(shop: Shop, cart: Cart): Promise<FragmentsReply> {
  const context = shop.renderContext('/');
  const rendered: [string, ReactNode][] = [[miniCartSelector, await renderMiniCart(shop, context, cart)]];
  for (const { selector, render } of shop.implementations(cartFragments))
    rendered.push([selector, await render(shop, context, cart)]);
  const fragments = rendered.map(([selector, node]) => [selector, renderToStaticMarkup(node)] as const);
  return { fragments: Object.fromEntries(fragments), cart_hash: createCartHash(cart) };
}
