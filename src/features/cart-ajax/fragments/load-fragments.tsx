import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Cart, calculateCart, createCartHash } from '#features/cart/index.ts';
import { calculationToTotalsView, getShownSubtotal } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { miniCartSelector } from '../contract.ts';
import { cartFragments } from '../ports.ts';
import { MiniCartFragment } from './mini-cart-fragment.tsx';

/** The reply that scripts replace parts of their page with. */
export interface FragmentsReply {
  /** HTML by CSS selector. */
  readonly fragments: Readonly<Record<string, string>>;
  /** Equal to the cookie of the cart's hash; empty for an empty cart. */
  readonly cart_hash: string;
}

/** Renders all fragments for a cart. */
export async function loadFragments(shop: Shop, cart: Cart): Promise<FragmentsReply> {
  const context = shop.renderContext('/');
  const rendered: [string, ReactNode][] = [[miniCartSelector, await renderMiniCart(shop, context, cart)]];
  for (const { selector, render } of shop.implementations(cartFragments))
    rendered.push([selector, await render(shop, context, cart)]);
  const fragments = rendered.map(([selector, node]) => [selector, renderToStaticMarkup(node)] as const);
  return { fragments: Object.fromEntries(fragments), cart_hash: createCartHash(cart) };
}

async function renderMiniCart(shop: Shop, context: RenderContext, cart: Cart): Promise<ReactNode> {
  const calculation = await calculateCart(shop, shop.db, cart);
  const shown = calculation.lines.map((line) => [line.key, getShownSubtotal(line, context.taxDisplay)] as const);
  const { itemsTotal } = calculationToTotalsView(calculation, context.taxDisplay);
  return <MiniCartFragment {...{ context, cart }} wire={shop.wire} lineTotals={new Map(shown)} subtotal={itemsTotal} />;
}
