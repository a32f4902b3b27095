import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { fillBotCheck } from '#features/bot-check/browser.ts';
import { checkoutUpdatedEvent } from '#features/cart/contract.ts';
import { type OrderedForm, type OrderFormDetail, orderFormEvent } from '#features/checkout/contract.ts';
import type { Failure } from '#platform/http/browser/request.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import {
  type BlockCheckoutProps,
  type FieldProblem,
  type Notice,
  type ShownCheckout,
  toLocalUrl,
} from '../block-checkout.shared.ts';
import { readFields, type TypedCheckout } from './read-fields.ts';
import { createStoreClient } from './store-client.ts';

/** Milliseconds after a choice, and after a key press, until what was typed is kept and the totals follow. */
const choiceDelay = 50;
const typingDelay = 700;

const withTotals = '?__experimental_calc_totals=true';

export interface CheckoutState {
  readonly checkout: ShownCheckout;
  readonly problems: readonly FieldProblem[];
  readonly notices: readonly Notice[];
  readonly couponFailure: string | null;
  /** Orders that were refused. After the first, problems and notices are listed above the form. */
  readonly refusals: number;
  /** Markup of fields of other features. What was typed into it stays until an order is refused. */
  readonly extraFields: BlockCheckoutProps['extraFields'];
  readonly activity: 'none' | 'updating' | 'placing';
  /** What can be tried again after the shop was not reached. */
  readonly unreached: 'none' | 'update' | 'order';
}

export interface CheckoutActions {
  saveSoon(isTyping: boolean): void;
  placeOrder(): Promise<void>;
  selectRate(rateId: string): Promise<void>;
  changeCoupon(action: 'apply' | 'remove', code: string): Promise<void>;
}

/**
 * The state of the form and its calls. What was typed stays in the form; the server keeps it, checks
 * it and calculates the order for it. One update at a time: a newer one aborts the one before.
 */
export function useCheckout(
  props: BlockCheckoutProps,
  form: RefObject<HTMLFormElement | null>,
  isSame: boolean,
): CheckoutState & CheckoutActions {
  const { labels, paths, api } = props;
  const [client] = useState(() => createStoreClient(api.root, api.nonce));
  const [state, setState] = useState<CheckoutState>({
    checkout: props.checkout,
    problems: props.problems,
    notices: props.notices,
    couponFailure: props.couponFailure,
    refusals: props.problems.length + props.notices.length > 0 ? 1 : 0,
    extraFields: props.extraFields,
    activity: 'none',
    unreached: 'none',
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<AbortController>(undefined);
  const isPlacing = useRef(false);
  const change = (changes: Partial<CheckoutState>) => setState((before) => ({ ...before, ...changes }));
  const hasDelivery = props.checkout.__experimentalCart.needs_shipping;
  const typed = () => form.current && readFields(form.current, { ...props, isSame, hasDelivery });

  const stop = () => {
    clearTimeout(timer.current);
    running.current?.abort();
    running.current = undefined;
  };
  useEffect(() => {
    // Back after the order: what the browser kept of the page is about a cart that is gone.
    const renew = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener('pageshow', renew);
    return () => {
      removeEventListener('pageshow', renew);
      clearTimeout(timer.current);
      running.current?.abort();
    };
  }, []);

  /** Shows what the order is now, and says the total when it has changed. */
  const show = (checkout: ShownCheckout, changes: Partial<CheckoutState> = {}) => {
    const before = state.checkout.extensions.checkout.total;
    const { total, totals, problems, extra_fields: fresh } = checkout.extensions.checkout;
    const shown = totals.find(({ is_total }) => is_total)?.value ?? '';
    if (total !== before) announce(labels.totalChanged.replace('{total}', shown));
    const extraFields = state.extraFields.map((shown) =>
      shown.html === '' ? (fresh.find(({ name }) => name === shown.name) ?? shown) : shown,
    );
    // Why the order was refused stays said, unless it tells another total.
    const keepNotices = (notices: readonly Notice[]) =>
      notices.filter((notice) => notice.total === undefined || notice.total === Number(total));
    const shownNow = { checkout, problems, extraFields, activity: 'none', unreached: 'none' } as const;
    setState((before) => ({ ...before, notices: keepNotices(before.notices), ...shownNow, ...changes }));
    document.dispatchEvent(new CustomEvent(checkoutUpdatedEvent));
  };

  const keep = ({ note, extensions: _, ...body }: TypedCheckout, signal?: AbortSignal) =>
    client.send<ShownCheckout>(`checkout${withTotals}`, {
      method: 'PUT',
      body: { ...body, order_notes: note },
      ...(signal ? { signal } : {}),
    });

  /** Keeps what was typed, after another write if there is one. @returns false when there is nothing to show */
  const update = async (first?: (signal: AbortSignal) => Promise<string | null>) => {
    stop();
    const fields = typed();
    if (!fields || isPlacing.current) return;
    const abort = new AbortController();
    running.current = abort;
    change({ activity: 'updating' });
    const couponFailure = (await first?.(abort.signal)) ?? null;
    if (abort.signal.aborted) return;
    const result = await keep(fields, abort.signal);
    if (abort.signal.aborted) return;
    running.current = undefined;
    if (result.ok) {
      // What was typed since is that of no refusal: a reload must show it.
      if (location.search !== '') history.replaceState(history.state, '', paths.checkout);
      return show(result.data, { couponFailure });
    }
    if (isCartGone(result)) return location.assign(paths.cart);
    change({ activity: 'none', unreached: 'update' });
    announce(labels.notUpdated);
  };

  /** @returns the order; null when it was refused, which is shown */
  const sendOrder = async (): Promise<ShownCheckout | null> => {
    const fields = typed();
    if (!fields || isPlacing.current) return null;
    stop();
    isPlacing.current = true;
    change({ activity: 'placing', unreached: 'none' });
    announce(labels.placing);
    const { note, ...body } = fields;
    const { total } = state.checkout.extensions.checkout;
    const result = await client.send<ShownCheckout>('checkout', {
      method: 'POST',
      body: { ...body, customer_note: note, expected_total: total },
    });
    if (result.ok) return result.data;
    isPlacing.current = false;
    await showRefusal(result);
    return null;
  };

  const placeOrder = async () => {
    const placed = await sendOrder();
    if (placed) location.assign(toLocalUrl(placed.payment_result.redirect_url, api));
  };

  const showRefusal = async (failure: Failure) => {
    if (isCartGone(failure)) return location.assign(paths.cart);
    const refused = { activity: 'none', refusals: state.refusals + 1 } as const;
    if (failure.status === 0 || failure.code === 'invalid_json')
      return change({ ...refused, unreached: 'order', notices: [{ text: labels.notPlaced }] });
    const params = readParams(failure.body);
    const link = { text: labels.editCart, href: paths.cart };
    const withLink = /_out_of_stock$|_reservation_limit$/.test(failure.code) ? { link } : {};
    const notices = params ? [] : [{ text: failure.message, ...withLink }];
    // What changed is shown beside the message, such as a total or a check for robots.
    const fields = typed();
    const fresh = fields && (await keep(fields));
    const problems = params ? { problems: params } : {};
    if (!fresh?.ok) return change({ ...refused, ...problems, notices });
    const { extra_fields: extraFields } = fresh.data.extensions.checkout;
    const told = /_total_mismatch$/.test(failure.code) ? { total: Number(fresh.data.extensions.checkout.total) } : {};
    const current = notices.map((notice) => ({ ...notice, ...told }));
    show(fresh.data, { ...refused, ...problems, notices: current, extraFields });
  };

  /** Called by buttons in place of the order button: the shopper stays, and may order again. */
  const answerButtons = useEffectEvent(async (): Promise<OrderedForm> => {
    const placed = await sendOrder();
    if (!placed) return { ok: false, messages: [] };
    isPlacing.current = false;
    change({ activity: 'none' });
    const { payment_status: status, payment_details: details, redirect_url: redirectTo } = placed.payment_result;
    // Those of a payment that was refused say why, as the page does to which the shopper is led.
    const isBegun = status === 'success' && details.length > 0;
    const client = isBegun ? Object.fromEntries(details.map(({ key, value }) => [key, value])) : null;
    return { ok: true, redirectTo: toLocalUrl(redirectTo, api), order: placed.order_key ?? null, client };
  });
  useEffect(() => {
    const { current } = form;
    if (!current) return;
    const order = async () => {
      await fillBotCheck(current);
      return answerButtons();
    };
    const answer = (event: Event) => (event as CustomEvent<OrderFormDetail>).detail.answer(order());
    current.addEventListener(orderFormEvent, answer);
    return () => current.removeEventListener(orderFormEvent, answer);
  }, [form]);

  const saveLater = useEffectEvent(() => void update());
  return {
    ...state,
    saveSoon: (isTyping) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(saveLater, isTyping ? typingDelay : choiceDelay);
    },
    placeOrder,
    selectRate: (rateId) =>
      update(async (signal) => {
        const body = { package_id: 0, rate_id: rateId };
        // A rate that is gone is replaced, and the form says so.
        await client.send('cart/select-shipping-rate', { method: 'POST', body, signal });
        return null;
      }),
    changeCoupon: (action, code) =>
      update(async (signal) => {
        const result = await client.send(`cart/${action}-coupon`, { method: 'POST', body: { code }, signal });
        return result.ok ? null : result.message;
      }),
  };
}

const isCartGone = ({ code }: Failure) => /_cart_empty$|_cart_item_error$/.test(code);

/** Problems by parameter of a refusal; null when it is about something else. */
function readParams(body: unknown): FieldProblem[] | null {
  const { data } = (body ?? {}) as { data?: { params?: Readonly<Record<string, string>> } };
  if (!data?.params || Array.isArray(data.params)) return null;
  return Object.entries(data.params).map(([param, message]) => ({ param, message }));
}
