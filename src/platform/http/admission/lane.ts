import { performance } from 'node:perf_hooks';

export interface LaneLimits {
  /** Minimum of concurrent requests, which are allowed even under overload, and their maximum. */
  readonly concurrency: readonly [min: number, max: number];
  /** Maximum milliseconds of expected waiting. A request that would wait longer is refused. */
  readonly maxWait: number;
  /** Estimated milliseconds of a request before the first measurement. */
  readonly expectedDuration: number;
}

export interface AdmissionClient {
  readonly connection: object;
  /** Clients of the same network share its places. */
  readonly network: string;
}

/**
 * Maximum of requests of one connection that run or wait. Its replies are sent in sequence, so more would gain
 * nothing.
 */
const maxPerConnection = 8;
/** Weight of the newest value in a moving average. */
const newestWeight = 0.1;

/** Starts a waiting request (true) or refuses it (false). */
type Waiting = (isStarted: boolean) => void;

export class Lane {
  readonly #limits: LaneLimits;
  readonly #queue = new FairQueue<Waiting>();
  readonly #runningByNetwork = new Map<string, number>();
  readonly #byConnection = new WeakMap<object, number>();
  #running = 0;
  #concurrency: number;
  /** Mean milliseconds from the end of one request to the end of the next while others wait. */
  #interval: number;
  #lastEnd = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
    this.#concurrency = limits.concurrency[0];
    this.#interval = limits.expectedDuration;
  }

  /**
   * Halves the concurrency under overload. Otherwise adds one while requests wait, and removes one
   * while none waits, so that a sudden rush begins with low concurrency.
   */
  adapt(isOverloaded: boolean): void {
    const [min, max] = this.#limits.concurrency;
    const target = isOverloaded
      ? Math.floor(this.#concurrency / 2)
      : this.#concurrency + (this.#queue.size > 0 ? 1 : -1);
    this.#concurrency = Math.min(max, Math.max(min, target));
    this.#startNext();
    this.#refuseLate();
  }

  /**
   * Refuses the newest waiting requests when requests take longer than expected, for example because other
   * programs use the processors. Otherwise all waiting requests would exceed the maximum wait.
   */
  #refuseLate(): void {
    const silence = this.#lastEnd > 0 ? performance.now() - this.#lastEnd : 0;
    const interval = this.#interval + Math.max(0, silence - this.#interval) * newestWeight;
    while (this.#queue.size * interval > this.#limits.maxWait) this.#queue.removeFromLongest()?.(false);
  }

  /**
   * When the queue is full, a network with fewer waiting requests may still displace a request of another network.
   */
  isFull(getNetwork: () => string): boolean {
    return this.#isQueueFull() && !this.#queue.hasLonger(getNetwork());
  }

  enter(disconnected: AbortSignal, { connection, network }: AdmissionClient): Promise<(() => void) | null> {
    const ofConnection = this.#byConnection.get(connection) ?? 0;
    if (ofConnection >= maxPerConnection) return Promise.resolve(null);
    if (this.#running < this.#concurrency) return Promise.resolve(this.#begin(connection, network));
    if (this.#isQueueFull()) {
      if (!this.#queue.hasLonger(network)) return Promise.resolve(null);
      this.#queue.removeFromLongest()?.(false);
    }
    this.#byConnection.set(connection, ofConnection + 1);
    return new Promise((resolve) => {
      const settle: Waiting = (isStarted) => {
        this.#leaveConnection(connection);
        resolve(isStarted ? this.#begin(connection, network) : null);
      };
      this.#queue.add(network, settle);
      disconnected.addEventListener('abort', () => {
        if (this.#queue.delete(network, settle)) settle(false);
      });
    });
  }

  #isQueueFull(): boolean {
    return this.#running >= this.#concurrency && (this.#queue.size + 1) * this.#interval > this.#limits.maxWait;
  }

  #begin(connection: object, network: string): () => void {
    let isRunning = true;
    this.#running += 1;
    this.#byConnection.set(connection, (this.#byConnection.get(connection) ?? 0) + 1);
    this.#runningByNetwork.set(network, this.#countRunning(network) + 1);
    return () => {
      if (!isRunning) return;
      isRunning = false;
      this.#running -= 1;
      this.#leaveConnection(connection);
      const left = this.#countRunning(network) - 1;
      if (left > 0) this.#runningByNetwork.set(network, left);
      else this.#runningByNetwork.delete(network);
      this.#recordEnd(performance.now());
      this.#startNext();
    };
  }

  #countRunning(network: string): number {
    return this.#runningByNetwork.get(network) ?? 0;
  }

  #leaveConnection(connection: object): void {
    this.#byConnection.set(connection, (this.#byConnection.get(connection) ?? 1) - 1);
  }

  #recordEnd(now: number): void {
    if (this.#queue.size > 0 && this.#lastEnd > 0)
      this.#interval += (now - this.#lastEnd - this.#interval) * newestWeight;
    this.#lastEnd = this.#queue.size > 0 ? now : 0;
  }

  #startNext(): void {
    while (this.#running < this.#concurrency) {
      const start = this.#queue.takeNext((network) => this.#countRunning(network));
      if (!start) return;
      start(true);
    }
  }
}

/** A queue by network. Networks take turns; the items of each network keep their order of arrival. */
class FairQueue<Item> {
  /** Items by network. The first network is the next to be served. */
  readonly #byNetwork = new Map<string, Set<Item>>();
  #size = 0;
  /** Upper bound of the items of a single network. It is corrected only in `hasLonger`, since counting takes time. */
  #mostOfOne = 0;

  get size(): number {
    return this.#size;
  }

  add(network: string, item: Item): void {
    const items = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, items.add(item));
    this.#size += 1;
    this.#mostOfOne = Math.max(this.#mostOfOne, items.size);
  }

  /** @returns whether the item was waiting */
  delete(network: string, item: Item): boolean {
    const items = this.#byNetwork.get(network);
    if (!items?.delete(item)) return false;
    this.#size -= 1;
    if (items.size === 0) this.#byNetwork.delete(network);
    return true;
  }

  /**
   * Takes the oldest item of the network with the lowest count. Among equal counts, the network whose turn it is
   * wins.
   */
  takeNext(countRunning: (network: string) => number): Item | undefined {
    let next: { readonly network: string; readonly items: Set<Item>; readonly count: number } | undefined;
    for (const [network, items] of this.#byNetwork) {
      const count = countRunning(network);
      if (next === undefined || count < next.count) next = { network, items, count };
      if (count === 0) break;
    }
    if (!next) return undefined;
    const { network, items } = next;
    const [item] = items;
    if (item === undefined) return undefined;
    this.delete(network, item);
    if (items.size > 0) {
      this.#byNetwork.delete(network);
      this.#byNetwork.set(network, items);
    }
    return item;
  }

  /** Whether another network would still have more waiting items if this network had one more. */
  hasLonger(network: string): boolean {
    const own = (this.#byNetwork.get(network)?.size ?? 0) + 1;
    if (this.#mostOfOne <= own) return false;
    this.#mostOfOne = Math.max(0, ...[...this.#byNetwork.values()].map(({ size }) => size));
    return this.#mostOfOne > own;
  }

  /** Removes the newest item of the network that has the most items. */
  removeFromLongest(): Item | undefined {
    let longest: readonly [network: string, items: Set<Item>] | undefined;
    for (const entry of this.#byNetwork) if (entry[1].size > (longest?.[1].size ?? 0)) longest = entry;
    const newest = longest && [...longest[1]].at(-1);
    if (longest && newest !== undefined) this.delete(longest[0], newest);
    return newest;
  }
}
