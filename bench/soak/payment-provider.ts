import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '#tests/support/chance.ts';
import {
  type Fault,
  type Operation,
  startTestProvider,
  type TestProviderServer,
} from '#tests/support/test-provider.ts';

/** The test provider with random faults, and what happens on its pages. It survives every kill. */
export interface SoakProvider {
  readonly server: TestProviderServer;
  /** Number of faults so far. */
  readonly faults: number;
  /** Answers of the shop to events that are neither 200 nor 5xx. */
  readonly refusedEvents: readonly string[];
  /** Public id of the payment of a page at the provider; null for other addresses. */
  findPayment(pageUrl: string): string | null;
  /** What a shopper does on the page of a payment: now, or after some milliseconds. */
  decide(publicId: string, decision: 'approve' | 'cancel', delay?: number): void;
  /** The provider's staff gives money back without the shop. */
  refundAtRandom(): void;
  /** Ends the faults, waits for late decisions and events, and expires pages that nobody used. */
  finish(): Promise<void>;
  stop(): Promise<void>;
}

const workDone: readonly Fault[] = ['lose-answer', 'lose-answer', 'error-after', 'late', 'late', 'refuse-connection'];
const canBeDeclined: readonly Operation[] = ['begin', 'capture', 'refund', 'void'];
/** Attempts to deliver an event, a second apart: the shop may be down. */
const maxDeliveries = 90;

/** @param getShopUrl origin of the shop, which is known later than that of the provider */
export async function startSoakProvider(chance: Chance, getShopUrl: () => string): Promise<SoakProvider> {
  const server = await startTestProvider();
  const underWay = new Set<Promise<void>>();
  const refusedEvents: string[] = [];
  let faults = 0;

  const start = (work: Promise<void>) => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };
  const chooseFault = (operation: Operation): Fault | null => {
    const isDeclined = canBeDeclined.includes(operation) && chance.happens(0.04);
    const fault = isDeclined ? 'decline' : chance.happens(0.15) ? chance.pick(workDone) : null;
    if (fault) faults += 1;
    return fault;
  };
  const deliver = async (event: { readonly body: string; readonly signature: string }, delay: number) => {
    await sleep(delay);
    const headers = { 'content-type': 'application/json', 'x-signature': event.signature };
    for (let tries = 0; tries < maxDeliveries; tries += 1) {
      const request = { method: 'POST', headers, body: event.body };
      const status = await fetch(`${getShopUrl()}/payments/test_card/events`, request).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200) return;
      if (status > 0 && status < 500) refusedEvents.push(`an event was answered ${status}`);
      await sleep(1000);
    }
    refusedEvents.push('an event was never accepted');
  };
  /** None, one or two, soon or late, also with the same id. */
  const announce = (publicId: string) => {
    const event = server.createEvent(publicId);
    const again = chance.happens(0.5) ? event : server.createEvent(publicId);
    for (const each of chance.pick([[], [event], [event], [event, again]]))
      start(deliver(each, chance.pick([0, 0, 100, 1000, 8000])));
  };
  const decideNow = (publicId: string, decision: 'approve' | 'cancel') => {
    if (server.books.get(publicId)?.status !== 'requires_action') return;
    if (chance.happens(0.2)) server.repeatState(publicId);
    server.mode = chance.pick(['authorize', 'authorize', 'sale', 'approve']);
    server[decision](publicId);
    announce(publicId);
  };

  server.chooseFault = chooseFault;
  return {
    server,
    refusedEvents,
    get faults() {
      return faults;
    },
    findPayment(pageUrl) {
      const reference = pageUrl.startsWith(`${server.url}/pay/`) ? pageUrl.slice(`${server.url}/pay/`.length) : null;
      return [...server.books.values()].find((book) => book.reference === reference)?.publicId ?? null;
    },
    decide(publicId, decision, delay = 0) {
      if (delay === 0) decideNow(publicId, decision);
      else start(sleep(delay).then(() => decideNow(publicId, decision)));
    },
    refundAtRandom() {
      const captured = [...server.books.values()].filter(({ transactions }) =>
        transactions.some(({ kind }) => kind === 'capture'),
      );
      if (captured.length === 0) return;
      const { publicId } = chance.pick(captured);
      server.refund(publicId, chance.whole(1, 500));
      announce(publicId);
    },
    async finish() {
      server.chooseFault = null;
      while (underWay.size > 0) await Promise.all(underWay);
      for (const { publicId, status } of server.books.values())
        if (status === 'requires_action' && chance.happens(0.5)) server.expire(publicId);
    },
    stop: () => server.stop(),
  };
}
