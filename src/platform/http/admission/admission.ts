import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';

/**
 * How a request is treated under load; lanes listed first are refused first. `public`: pages that
 * are the same for everyone. `private` (the default): pages of one visitor. `write`: every method
 * but GET and HEAD, whatever the route says. `file`: built files and pictures. `always`: health.
 */
export type AdmissionLane = 'public' | 'private' | 'write' | 'file' | 'always';

type LimitedLane = Exclude<AdmissionLane, 'always'>;

/** Decides which requests run, which wait and which are refused. */
export interface Admission {
  /** Whether `enter` would refuse a request of this lane now. */
  isFull(lane: LimitedLane): boolean;
  /** @returns null when the request is refused, else a function to call when it has ended */
  enter(lane: LimitedLane, disconnected: AbortSignal): Promise<(() => void) | null>;
  stop(): void;
}

interface LaneLimits {
  /** Concurrent requests: the minimum, kept under overload, and the maximum. */
  readonly concurrency: readonly [min: number, max: number];
  /**
   * Maximum milliseconds of expected waiting. A request that would wait longer is refused.
   */
  readonly maxWait: number;
  /** Estimated milliseconds of a request before the first measurement. */
  readonly expectedDuration: number;
}

/** Weight of the newest value in a mean. */
const newestWeight = 0.1;

class Lane {
  readonly #limits: LaneLimits;
  /** What starts each waiting request, in the order of arrival. */
  readonly #queue = new Set<() => void>();
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
   * while none waits, so that a sudden rush starts with few.
   */
  adapt(isOverloaded: boolean): void {
    const [min, max] = this.#limits.concurrency;
    const target = isOverloaded
      ? Math.floor(this.#concurrency / 2)
      : this.#concurrency + (this.#queue.size > 0 ? 1 : -1);
    this.#concurrency = Math.min(max, Math.max(min, target));
    this.#startNext();
  }

  isFull(): boolean {
    return this.#running >= this.#concurrency && (this.#queue.size + 1) * this.#interval > this.#limits.maxWait;
  }

  enter(disconnected: AbortSignal): Promise<(() => void) | null> {
    if (this.#running < this.#concurrency) return Promise.resolve(this.#begin());
    if (this.isFull()) return Promise.resolve(null);
    return new Promise((resolve) => {
      const start = () => resolve(this.#begin());
      this.#queue.add(start);
      disconnected.addEventListener('abort', () => {
        if (this.#queue.delete(start)) resolve(null);
      });
    });
  }

  #begin(): () => void {
    let isRunning = true;
    this.#running += 1;
    return () => {
      if (!isRunning) return;
      isRunning = false;
      this.#running -= 1;
      this.#recordEnd(performance.now());
      this.#startNext();
    };
  }

  #recordEnd(now: number): void {
    if (this.#queue.size > 0 && this.#lastEnd > 0)
      this.#interval += (now - this.#lastEnd - this.#interval) * newestWeight;
    this.#lastEnd = this.#queue.size > 0 ? now : 0;
  }

  #startNext(): void {
    for (const start of this.#queue) {
      if (this.#running >= this.#concurrency) return;
      this.#queue.delete(start);
      start();
    }
  }
}

/** Milliseconds between two measurements of the load. */
const measureInterval = 25;
/** Milliseconds of timer delay from which the event loop counts as overloaded. */
const overloadDelay = 20;

/**
 * Admission by queue time. Each lane works on a few requests at a time and refuses on arrival
 * what would wait too long. When the event loop is late or requests queue for database
 * connections, pages are refused before writes.
 */
export function createAdmission(pool: Pick<pg.Pool, 'waitingCount' | 'options'>): Admission {
  const connections = pool.options.max ?? 10;
  const lanes = {
    public: new Lane({ concurrency: [1, Math.max(2, connections - 2)], maxWait: 2_500, expectedDuration: 10 }),
    private: new Lane({ concurrency: [1, connections], maxWait: 3_000, expectedDuration: 10 }),
    write: new Lane({ concurrency: [4, connections * 2], maxWait: 5_000, expectedDuration: 5 }),
    file: new Lane({ concurrency: [8, 64], maxWait: 2_000, expectedDuration: 1 }),
  };
  let expected = performance.now() + measureInterval;
  const timer = setInterval(() => {
    const now = performance.now();
    const isOverloaded = now - expected > overloadDelay || pool.waitingCount > connections;
    expected = now + measureInterval;
    for (const lane of Object.values(lanes)) lane.adapt(isOverloaded);
  }, measureInterval);
  timer.unref();
  return {
    isFull: (lane) => lanes[lane].isFull(),
    enter: (lane, disconnected) => lanes[lane].enter(disconnected),
    stop: () => clearInterval(timer),
  };
}

/**
 * Puts every request into its lane. A request enters once its body has arrived and leaves when its
 * reply is ready, so that slow senders and slow readers occupy no lane.
 */
export function registerAdmission(app: FastifyInstance, admission: Admission): void {
  app.decorateRequest('leaveLane', null);
  app.addHook('preValidation', async (request, reply) => {
    const lane = getLane(request);
    if (lane === 'always') return;
    const disconnection = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) disconnection.abort();
    });
    const leave = await admission.enter(lane, disconnection.signal);
    if (leave === null) return reply.callStatusPage(503);
    request.leaveLane = leave;
    // Cached pages bypass Fastify's hooks, so only the response's end is observable.
    reply.raw.once('prefinish', leave);
    if (disconnection.signal.aborted) leave();
    else disconnection.signal.addEventListener('abort', leave);
  });
  app.addHook('onSend', async (request) => request.leaveLane?.());
  app.addHook('onClose', async () => admission.stop());
}

/**
 * Matches GET requests of the lane `public` before Fastify routes them, so that refusing them is
 * cheaper than routing.
 */
export function createPublicRouteMatcher(app: FastifyInstance): (request: IncomingMessage) => boolean {
  const paths: string[] = [];
  let pattern = /^$/;
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.lane === 'public' && [method].flat().includes('GET')) paths.push(url);
  });
  app.addHook('onReady', async () => {
    const alternatives = paths.map((path) =>
      path.replace(/:\w+|\*|[^\w/-]/g, (part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : `\\${part}`)),
    );
    pattern = new RegExp(`^(?:${alternatives.join('|')})/?(?:\\?|$)`);
  });
  return ({ method, url = '' }) => (method === 'GET' || method === 'HEAD') && pattern.test(url);
}

function getLane({ is404, method, routeOptions }: FastifyRequest): AdmissionLane {
  if (is404) return 'public';
  const { lane = 'private' } = routeOptions.config;
  return method === 'GET' || method === 'HEAD' || lane === 'always' ? lane : 'write';
}

declare module 'fastify' {
  interface FastifyRequest {
    leaveLane: (() => void) | null;
  }
  interface FastifyContextConfig {
    /** Default `private`. */
    lane?: Exclude<AdmissionLane, 'write'>;
  }
}
