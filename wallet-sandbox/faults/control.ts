import { accounts } from '../checkout/accounts.ts';
import { CardPayments } from '../checkout/card-payments.ts';
import type { Context } from '../context.ts';
import { passTime } from '../money/aftermath.ts';
import { decideCapture } from '../money/captures.ts';
import { openDispute, resolveDispute, reviewDispute } from '../money/disputes.ts';
import { approveOrder } from '../money/orders.ts';
import { addRefund, decideRefund } from '../money/refunds.ts';
import { notFound } from '../rest/problem.ts';
import type {
  Address,
  CaptureDocument,
  Documents,
  Instrument,
  Money,
  OrderDocument,
  RefundDocument,
  SheetSource,
} from '../state/documents.ts';
import type { PaymentPlan } from './table.ts';

export interface ApprovalChoice {
  readonly email?: string;
  readonly instrument?: Instrument;
  readonly fundingSource?: string;
  readonly address?: Address;
}

/** An order with all that was moved for it. */
export interface Book {
  readonly orderId: string;
  readonly status: string;
  readonly customId: string | null;
  readonly invoiceId: string | null;
  readonly amount: Money;
  readonly plan: PaymentPlan;
  readonly captures: readonly { id: string; status: string; amount: Money; refunded: readonly Money[] }[];
}

/** What shoppers, staff of the provider and time do, for tests, the soak and the page of books. */
export class Control {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  readBooks(): Book[] {
    const { store } = this.#context;
    const captures = Map.groupBy(store.list('captures'), ({ orderId }) => orderId);
    const refunds = Map.groupBy(store.list('refunds'), ({ captureId }) => captureId);
    return store
      .list('orders')
      .map((order) => toBook(order, captures.get(order.id) ?? [], (captureId) => refunds.get(captureId) ?? []));
  }

  readBook(orderId: string): Book {
    const { store } = this.#context;
    const captures = store.list('captures').filter((each) => each.orderId === orderId);
    const listRefunds = (captureId: string) => store.list('refunds').filter((each) => each.captureId === captureId);
    return toBook(this.#find('orders', orderId), captures, listRefunds);
  }

  /** As a shopper who signs in and pays with the first address and instrument, unless told otherwise. */
  async approve(
    orderId: string,
    { email, instrument = 'visa', fundingSource = 'paypal', address }: ApprovalChoice = {},
  ) {
    const order = this.#find('orders', orderId);
    const account = accounts.find((each) => each.email === email) ?? accounts[0];
    if (!account) throw new Error('the wallet has no accounts');
    const given = order.unit.shipping?.address;
    const own = address ?? account.addresses[0];
    const isProvided = order.context.shipping_preference === 'SET_PROVIDED_ADDRESS' && given;
    const chosen = order.context.shipping_preference === 'NO_SHIPPING' ? undefined : isProvided ? given : own;
    const fullName = (isProvided && order.unit.shipping?.name?.full_name) || account.fullName;
    approveOrder(this.#context, order, {
      payer: account.payer,
      instrument,
      fundingSource,
      shipping: chosen ? { name: { full_name: fullName }, address: chosen } : null,
    });
    await this.finish();
    return { orderId, payerId: account.payer.payer_id };
  }

  /**
   * As a shopper whose card pays in the fields of the shop's page.
   * @param answer what the bank is told where it asks: one of `challengeAnswers`
   */
  async payByCard(orderId: string, number = '4111111111111111', answer = 'confirm') {
    const order = this.#find('orders', orderId);
    const cards = new CardPayments(this.#context);
    const outcome = cards.confirm(order, { number, expiry: '12 / 39', cvv: '123', name: 'Ada Byrne' });
    return this.finish(outcome.status === 'challenge' ? cards.answerChallenge(order, answer) : outcome);
  }

  /** As a shopper whose device, or whose account, pays with a card that it has. */
  async payBySheet(orderId: string, sheet: SheetSource, number = '4111111111111111', answer = 'confirm') {
    const order = this.#find('orders', orderId);
    const cards = new CardPayments(this.#context);
    const outcome = cards.confirmSheet(order, sheet, number);
    return this.finish(outcome.status === 'challenge' ? cards.answerChallenge(order, answer) : outcome);
  }

  async changePlan(orderId: string, plan: PaymentPlan): Promise<void> {
    const order = this.#find('orders', orderId);
    order.plan = { ...order.plan, ...plan };
    this.#context.store.put('orders', order);
    await this.finish();
  }

  async decideCapture(captureId: string, status: 'COMPLETED' | 'DECLINED'): Promise<void> {
    decideCapture(this.#context, this.#find('captures', captureId), status);
    await this.finish();
  }

  async decideRefund(refundId: string, status: 'COMPLETED' | 'FAILED'): Promise<void> {
    decideRefund(this.#context, this.#find('refunds', refundId), status);
    await this.finish();
  }

  /** Gives money back without the shop; `isReversal` after a chargeback. */
  async refund(captureId: string, value?: string, isReversal = false): Promise<string> {
    const capture = this.#find('captures', captureId);
    const { currency_code } = capture.amount;
    const amount = value === undefined ? capture.amount : { currency_code, value };
    const { id } = addRefund(this.#context, capture, { amount, isReversal });
    await this.finish();
    return id;
  }

  async openDispute(captureId: string, reason = 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED'): Promise<string> {
    const { id } = openDispute(this.#context, this.#find('captures', captureId), reason);
    await this.finish();
    return id;
  }

  async moveDispute(disputeId: string, to: 'REVIEW' | 'BUYER' | 'SELLER'): Promise<void> {
    const dispute = this.#find('disputes', disputeId);
    if (to === 'REVIEW') reviewDispute(this.#context, dispute);
    else resolveDispute(this.#context, dispute, to);
    await this.finish();
  }

  /** Moves the clock forward and does what is due then. */
  async advanceClock(milliseconds: number): Promise<void> {
    this.#context.clock.advance(milliseconds);
    await this.passTime();
  }

  async passTime(): Promise<void> {
    passTime(this.#context);
    await this.finish();
    await this.#context.delivery.deliver();
  }

  /** Sends the last event of this type about an order again. */
  async resend(orderId: string, type: string): Promise<void> {
    const events = this.#context.store.list('events');
    const event = events.findLast((each) => each.orderId === orderId && each.type === type);
    if (!event) throw notFound();
    await this.#context.delivery.resend(event);
  }

  #find<K extends keyof Documents>(kind: K, id: string): Documents[K] {
    const document = this.#context.store.get(kind, id);
    if (!document) throw notFound();
    return document;
  }

  /** Keeps what was done and sends its events. */
  async finish<T>(result?: T): Promise<T | undefined> {
    this.#context.store.commit();
    await this.#context.delivery.deliver(this.#context.published.splice(0));
    return result;
  }
}

function toBook(
  { id, status, unit, plan }: OrderDocument,
  captures: readonly CaptureDocument[],
  listRefunds: (captureId: string) => readonly RefundDocument[],
): Book {
  const isGiven = ({ status }: RefundDocument) => status === 'COMPLETED' || status === 'PENDING';
  return {
    orderId: id,
    status,
    customId: unit.custom_id ?? null,
    invoiceId: unit.invoice_id ?? null,
    amount: { currency_code: unit.amount.currency_code, value: unit.amount.value },
    plan,
    captures: captures.map((capture) => ({
      id: capture.id,
      status: capture.status,
      amount: capture.amount,
      refunded: listRefunds(capture.id)
        .filter(isGiven)
        .map(({ amount }) => amount),
    })),
  };
}
