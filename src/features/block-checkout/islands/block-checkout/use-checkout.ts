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

/** Milliseconds after a choice, and after a key press, before typed values are stored and the totals are updated. */
const choiceDelay = 50;
const typingDelay = 700;

const withTotals = '?__experimental_calc_totals=true';

export interface CheckoutState {
  readonly checkout: ShownCheckout;
  readonly problems: readonly FieldProblem[];
  readonly notices: readonly Notice[];
  readonly couponFailure: string | null;
  /** Number of refused orders. From the first refusal on, problems and notices are listed above the form. */
  readonly refusals: number;
  /** HTML of fields of other features. Values typed into these fields stay until an order is refused. */
  readonly extraFields: BlockCheckoutProps['extraFields'];
  readonly activity: 'none' | 'updating' | 'placing';
  /** The request that can be retried because the shop could not be reached. */
  readonly unreached: 'none' | 'update' | 'order';
}

export interface CheckoutActions {
  saveSoon(isTyping: boolean): void;
  placeOrder(): Promise<void>;
  selectRate(rateId: string): Promise<void>;
  changeCoupon(action: 'apply' | 'remove', code: string): Promise<void>;
}

/**
 * Manages the state of the form and its calls. Typed values stay in the form; the server stores and checks them and
 * calculates the order. Only one update runs at a time: a newer update aborts the previous one.
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
    // The shopper has come back after the order. The page in the browser's cache shows a cart that no longer exists.
    const renew = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener('pageshow', renew);
    return () => {
      removeEventListener('pageshow', renew);
      clearTimeout(timer.current);
      running.current?.abort();
    };
  }, []);

  /** Shows the current order, and announces the total when it has changed. */
  const show = (checkout: ShownCheckout, changes: Partial<CheckoutState> = {}) => {
    const before = state.checkout.extensions.checkout.total;
    const { total, totals, problems, extra_fields: fresh } = checkout.extensions.checkout;
    const shown = totals.find(({ is_total }) => is_total)?.value ?? '';
    if (total !== before) announce(labels.totalChanged.replace('{total}', shown));
    const extraFields = state.extraFields.map((shown) =>
      shown.html === '' ? (fresh.find(({ name }) => name === shown.name) ?? shown) : shown,
    );
    // Keeps the notices of a refused order, except notices that mention another total.
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

  /** Stores the typed values, after another write if one is given. */
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
      // The address still refers to a refused form. A reload must show the values typed since.
      if (location.search !== '') history.replaceState(history.state, '', paths.checkout);
      return show(result.data, { couponFailure });
    }
    if (isCartGone(result)) return location.assign(paths.cart);
    change({ activity: 'none', unreached: 'update' });
    announce(labels.notUpdated);
  };

  /** @returns the order; null when it was refused, which the form shows */
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
    // Loads changes to show beside the message, such as a new total or a bot check.
    const fields = typed();
    const fresh = fields && (await keep(fields));
    const problems = params ? { problems: params } : {};
    if (!fresh?.ok) return change({ ...refused, ...problems, notices });
    const { extra_fields: extraFields } = fresh.data.extensions.checkout;
    const told = /_total_mismatch$/.test(failure.code) ? { total: Number(fresh.data.extensions.checkout.total) } : {};
    const current = notices.map((notice) => ({ ...notice, ...told }));
    show(fresh.data, { ...refused, ...problems, notices: current, extraFields });
  };

  /** Called by buttons that replace the order button: the shopper stays on the page, and may order again. */
  const answerButtons = useEffectEvent(async (): Promise<OrderedForm> => {
    const placed = await sendOrder();
    if (!placed) return { ok: false, messages: [] };
    isPlacing.current = false;
    change({ activity: 'none' });
    const { payment_status: status, payment_details: details, redirect_url: redirectTo } = placed.payment_result;
    // Details of a refused payment contain its reason, which the order's page shows.
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
        // The form replaces a rate that no longer exists, and says so.
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

/** Returns the problems of a refusal by parameter, or null when the refusal has another reason. */
function readParams(body: unknown): FieldProblem[] | null {
  const { data } = (body ?? {}) as { data?: { params?: Readonly<Record<string, string>> } };
  if (!data?.params || Array.isArray(data.params)) return null;
  return Object.entries(data.params).map(([param, message]) => ({ param, message }));
}
