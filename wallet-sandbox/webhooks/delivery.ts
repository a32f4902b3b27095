import { randomUUID } from 'node:crypto';
import { type Clock, formatTime, hours, seconds } from '../state/clock.ts';
import type { DeliveryState, EventDocument, SigningDocument } from '../state/documents.ts';
import type { Store } from '../state/store.ts';
import { signEvent } from './signature.ts';

/** The provider tries 25 times in three days. */
const maxAttempts = 25;

interface DeliveryOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly signing: SigningDocument;
  readonly restUrl: string;
  /** How much faster than the provider it tries again. */
  readonly haste?: number;
}

/** Sends events to webhooks, and again until they are accepted. */
export class Delivery {
  readonly #options: DeliveryOptions;
  /** Events that some webhook has yet to get. */
  readonly #open: Set<EventDocument>;
  readonly #underWay = new Set<DeliveryState>();
  readonly #running = new Set<Promise<unknown>>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#open = new Set(options.store.list('events').filter(({ deliveries }) => deliveries.some(isOpen)));
  }

  /** Sends what is due of these events, or of all, and waits until it is answered. */
  async deliver(events?: readonly EventDocument[]): Promise<void> {
    const now = this.#options.clock.now().getTime();
    for (const event of events ?? []) this.#open.add(event);
    const due = [...(events ?? this.#open)].flatMap((event) =>
      event.deliveries
        .filter((each) => isOpen(each) && each.dueAt <= now && !this.#underWay.has(each))
        .map((delivery) => ({ event, delivery })),
    );
    const sent = due.map(({ event, delivery }) => this.#send(event, delivery));
    for (const each of sent) this.#running.add(each);
    await Promise.all(sent);
    for (const each of sent) this.#running.delete(each);
    this.#schedule();
  }

  /** Sends an event once more, whatever became of it. */
  async resend(event: EventDocument): Promise<void> {
    for (const delivery of event.deliveries) {
      delivery.repeats += 1;
      delivery.dueAt = this.#options.clock.now().getTime();
    }
    await this.deliver([event]);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.allSettled(this.#running);
  }

  async #send(event: EventDocument, delivery: DeliveryState): Promise<void> {
    const { store, clock, haste = 1 } = this.#options;
    const webhook = store.get('webhooks', delivery.webhookId);
    if (!webhook) {
      delivery.status = 'FAILURE';
      return;
    }
    this.#underWay.add(delivery);
    const isAccepted = await this.#post(webhook.url, event, delivery);
    this.#underWay.delete(delivery);
    delivery.attempts += 1;
    const isRepeat = delivery.status === 'SUCCESS';
    if (isRepeat) delivery.repeats -= 1;
    else if (isAccepted) delivery.status = 'SUCCESS';
    else if (delivery.attempts >= maxAttempts) delivery.status = 'FAILURE';
    const wait = delivery.status === 'SUCCESS' ? 0 : Math.min(10 * seconds * 2 ** delivery.attempts, 4 * hours) / haste;
    delivery.dueAt = clock.now().getTime() + wait;
    if (!event.deliveries.some(isOpen)) this.#open.delete(event);
    store.put('events', event);
    store.commit();
  }

  async #post(url: string, event: EventDocument, delivery: DeliveryState): Promise<boolean> {
    const { clock, signing, restUrl } = this.#options;
    const transmissionId = randomUUID();
    const time = formatTime(clock.now());
    const parts = { transmissionId, time, webhookId: delivery.webhookId, body: event.body };
    const signature = signEvent(delivery.hasBadSignature ? { ...parts, body: `${event.body} ` } : parts, signing);
    const headers = {
      'content-type': 'application/json',
      'paypal-transmission-id': transmissionId,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signature,
      'paypal-cert-url': `${restUrl}/v1/notifications/certs/${signing.certificateId}`,
      'paypal-auth-algo': 'SHA256withRSA',
    };
    // A forged message isn't tried again: the true one follows with the next attempt.
    delivery.hasBadSignature = false;
    try {
      const request = { method: 'POST', headers, body: event.body, signal: AbortSignal.timeout(30 * seconds) };
      const response = await fetch(url, { ...request, redirect: 'manual' });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }

  /** Wakes up for the next delivery that is due. The clock may be set meanwhile, so it looks often. */
  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const open = [...this.#open].flatMap(({ deliveries }) => deliveries.filter(isOpen));
    if (open.length === 0) return;
    const next = Math.min(...open.map(({ dueAt }) => dueAt)) - this.#options.clock.now().getTime();
    this.#timer = setTimeout(() => void this.deliver(), Math.min(Math.max(next, 20), 5 * seconds));
    this.#timer.unref();
  }
}

const isOpen = ({ status, repeats }: DeliveryState) => status === 'PENDING' || (status === 'SUCCESS' && repeats > 0);
