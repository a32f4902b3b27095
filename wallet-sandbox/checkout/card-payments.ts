import type { Context } from '../context.ts';
import { approveOrder, isExpired, saveOrder } from '../money/orders.ts';
import { notFound, unprocessable } from '../rest/problem.ts';
import type { CardAuthentication, OrderDocument, SheetSource } from '../state/documents.ts';
import { type CardValues, challengeAnswers, type ReadCard, readCard } from './cards.ts';

const fields = ['number', 'expiry', 'cvv', 'name'] as const;
const maxForms = 1000;

/** What became of a card: it pays, or its bank asks the shopper first. */
export type CardOutcome = { status: 'approved'; liabilityShift?: string } | { status: 'challenge' };

/** Cards between the frames that they are typed into and the order that they pay. */
export class CardPayments {
  readonly #context: Context;
  /** By the form, whose fields are frames of their own. */
  readonly #forms = new Map<string, CardValues>();
  /** Cards whose bank waits for an answer, by order. */
  readonly #waiting = new Map<string, ReadCard>();

  constructor(context: Context) {
    this.#context = context;
  }

  keepValue(form: string, field: string, value: string): void {
    const known = fields.find((each) => each === field);
    if (!known || !/^\w{8,64}$/.test(form)) throw notFound();
    const values = { ...this.#forms.get(form), [known]: value.slice(0, 300) };
    this.#forms.delete(form);
    this.#forms.set(form, values);
    for (const oldest of [...this.#forms.keys()].slice(0, -maxForms)) this.#forms.delete(oldest);
  }

  /** Pays with what the frames of a form have handed over, which is forgotten. */
  confirmForm(order: OrderDocument, form: string, name: string | null): CardOutcome {
    const values = this.#forms.get(form) ?? {};
    this.#forms.delete(form);
    return this.confirm(order, name === null ? values : { name, ...values });
  }

  /**
   * Pays with the card that a test sheet has handed over. Apple's device has asked its owner, so that no bank asks
   * again; Google's account has not.
   */
  confirmSheet(order: OrderDocument, sheet: SheetSource, number: string): CardOutcome {
    const isAsked = sheet === 'google_pay';
    if ((order.verification !== null) !== isAsked || (order.sheet ?? sheet) !== sheet)
      throw unprocessable('INCOMPATIBLE_PARAMETER_VALUE');
    order.sheet = sheet;
    const outcome = this.#pay(order, { number, expiry: '12 / 39', name: 'Ada Byrne' }, isAsked);
    if (outcome.status !== 'challenge') return outcome;
    order.status = 'PAYER_ACTION_REQUIRED';
    saveOrder(this.#context, order);
    return outcome;
  }

  /** An order that was created without a source takes any card, and nobody asks its bank. */
  confirm(order: OrderDocument, values: CardValues): CardOutcome {
    if (order.sheet || (order.hasSource && order.verification === null))
      throw unprocessable('INCOMPATIBLE_PARAMETER_VALUE');
    return this.#pay(order, values, order.verification !== null);
  }

  #pay(order: OrderDocument, values: CardValues, isAsked: boolean): CardOutcome {
    if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_COMPLETED');
    if (isExpired(this.#context, order)) throw unprocessable('ORDER_EXPIRED');
    const card = readCard(values, order.verification === 'SCA_ALWAYS', this.#context.clock.now());
    if (!isAsked || !card.asksShopper) return this.#approve(order, card, isAsked ? card.authentication : null);
    this.#waiting.set(order.id, card);
    return { status: 'challenge' };
  }

  /** @param answer one of `challengeAnswers`; another one is who closes the question */
  answerChallenge(order: OrderDocument, answer: string): CardOutcome | { status: 'cancelled' } {
    const card = this.#waiting.get(order.id);
    if (!card) throw notFound();
    this.#waiting.delete(order.id);
    const authentication = challengeAnswers[answer];
    return authentication ? this.#approve(order, card, authentication) : { status: 'cancelled' };
  }

  #approve(order: OrderDocument, card: ReadCard, authentication: CardAuthentication | null): CardOutcome {
    const { asksShopper: _, ...known } = card;
    const approval = { ...known, authentication };
    approveOrder(this.#context, order, {
      ...{ payer: null, instrument: 'visa', fundingSource: 'card', shipping: null },
      card: approval,
    });
    return { status: 'approved', ...(authentication ? { liabilityShift: authentication.liability_shift } : {}) };
  }
}
