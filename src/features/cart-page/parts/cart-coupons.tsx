import { type Cart, CouponSection } from '#features/cart/index.ts';
import type { Calculation } from '#features/pricing/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { type CouponNotice, formatCouponNotice } from '../writes/coupon-notices.ts';

interface CartCouponsProps {
  readonly context: Pick<RenderContext, 't' | 'price'>;
  readonly cart: Pick<Cart, 'coupons'>;
  readonly calculation: Calculation;
  readonly notices: readonly CouponNotice[];
}

export function CartCoupons({ context, cart, calculation, notices }: CartCouponsProps) {
  const said = notices.map((notice) => formatCouponNotice(context, calculation.currency, notice));
  const find = (isFailure: boolean) => said.find((each) => each.isFailure === isFailure)?.text ?? null;
  return (
    <CouponSection
      {...{ context, calculation }}
      coupons={cart.coupons}
      failure={find(true)}
      typed={notices.find(({ typed }) => typed)?.typed}
      success={find(false)}
    />
  );
}
