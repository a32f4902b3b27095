import { type Fields, newShopper, type Shopper } from '#tests/support/shopper.ts';

interface ReadyShopper {
  readonly shopper: Shopper;
  readonly form: Fields;
}

/** Shoppers with two lines in the cart and the checkout filled in. */
export async function fillCarts(url: string, productIds: readonly number[], count: number): Promise<ReadyShopper[]> {
  const ready: ReadyShopper[] = [];
  const fill = async () => {
    while (ready.length < count) {
      const shopper = newShopper({ url });
      const filled = { shopper, form: {} as Fields };
      const position = ready.push(filled);
      for (const step of [0, 1]) await shopper.addToCart(productIds[(position + step) % productIds.length] ?? 0);
      Object.assign(filled, { form: await shopper.fillInCheckout() });
    }
  };
  await Promise.all(Array.from({ length: 8 }, fill));
  return ready;
}
