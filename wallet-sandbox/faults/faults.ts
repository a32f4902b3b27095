import { createRandom } from '../state/random.ts';
import {
  type CallFault,
  callFaults,
  type PaymentFault,
  type PaymentPlan,
  type Probabilities,
  paymentFaults,
} from './table.ts';

interface Script {
  /** Name of the call, or `*`. */
  readonly operation: string;
  readonly fault: CallFault | string;
  times: number;
}

/** Outcomes of which a payment has one at most. */
const exclusive: readonly PaymentFault[][] = [
  ['instrumentDeclined', 'payerActionRequired', 'pending', 'pendingDenied'],
  ['webhookNever', 'webhookLate', 'webhookShuffled', 'webhookFirst'],
  ['popupClosed', 'noReturn'],
];
const others: readonly PaymentFault[] = [
  'webhookTwice',
  'webhookBadSignature',
  'cartChanged',
  'foreignRefund',
  'dispute',
];

/** Decides what goes wrong: first what tests have scripted, then chance. */
export class Faults {
  seed = 1;
  /** How often in a hundred; what is missing never happens. */
  probabilities: Partial<Probabilities> = {};
  /** How long what is late takes, in milliseconds. A soak shortens it. */
  waits = {
    slow: { from: 1000, to: 20_000 },
    lateWebhook: 60_000,
    shuffledWebhook: 10_000,
    pendingCapture: 20_000,
  };
  /** Whether browsers may read why the SDK was refused. */
  allowsRefusalReading = false;
  /** What the SDK calls when the shopper closes the window. */
  onClose: 'cancel' | 'error' | 'both' = 'cancel';
  /** Whether a blocked popup becomes a frame over the page, or an error. */
  onBlocked: 'frame' | 'error' = 'frame';
  /** Whether the wallet's app opens where the shop allows it. */
  hasApp = false;
  /** Whether the account is approved for cards in fields on the shop's page. */
  hasCardFields = true;
  /** Whether the account is approved for the sheets of Apple and Google. */
  hasSheets = true;
  /** Whether the shopper's browser and device have a sheet with a card. */
  hasDeviceSheets = true;
  /** Whether Apple knows the shop's domain. */
  isDomainKnown = true;
  readonly #scripts: Script[] = [];
  readonly #plans: PaymentPlan[] = [];
  #calls = 0;
  #payments = 0;

  /** Fails the next calls of this name with a fault of the table, or an issue code of the provider. */
  script(operation: string, fault: CallFault | string, times = 1): void {
    this.#scripts.push({ operation, fault, times });
  }

  /** Gives the next payment this plan. */
  planNext(plan: PaymentPlan): void {
    this.#plans.push(plan);
  }

  clear(): void {
    this.#scripts.length = 0;
    this.#plans.length = 0;
    this.probabilities = {};
  }

  /** @returns what goes wrong with this call: a fault of the table, or an issue code */
  chooseForCall(operation: string): CallFault | string | null {
    const script = this.#scripts.find((each) => each.operation === operation || each.operation === '*');
    if (script) {
      script.times -= 1;
      if (script.times <= 0) this.#scripts.splice(this.#scripts.indexOf(script), 1);
      return script.fault;
    }
    return this.#choose(Object.keys(callFaults) as CallFault[], this.#random(0x1000 + ++this.#calls));
  }

  planPayment(): PaymentPlan {
    const random = this.#random(0x9000_0000 + ++this.#payments);
    const chosen = [
      ...exclusive.map((group) => this.#choose(group, random)),
      ...others.map((fault) => this.#choose([fault], random)),
    ];
    const plan = Object.fromEntries(chosen.flatMap((fault) => (fault === null ? [] : [[fault, true]])));
    return { ...plan, ...this.#plans.shift() };
  }

  failsToServeSdk(): boolean {
    const scripted = this.#scripts.findIndex(({ operation }) => operation === 'sdk');
    if (scripted !== -1) return this.#scripts.splice(scripted, 1).length === 1;
    return this.#random(0x5000_0000 + ++this.#calls)() * 100 < (this.probabilities.sdkFails ?? 0);
  }

  /** How long a slow call takes. */
  chooseDelay(): number {
    const { from, to } = this.waits.slow;
    return from + this.#random(0x7000_0000 + this.#calls)() * (to - from);
  }

  /** A source of its own for each call, so that calls at once don't change each other's chance. */
  #random(ordinal: number): () => number {
    return createRandom(Math.imul(this.seed, 0x9e3779b1) ^ ordinal);
  }

  #choose<T extends CallFault | PaymentFault>(group: readonly T[], random: () => number): T | null {
    let left = random() * 100;
    for (const fault of group) {
      left -= this.probabilities[fault] ?? 0;
      if (left < 0) return fault;
    }
    return null;
  }
}

export const isPaymentFault = (name: string): name is PaymentFault => name in paymentFaults;
