import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';

/**
 * How a request is treated under load. `private` (the default): writes and pages of one visitor.
 * `public`: pages that are the same for everyone; they are refused first. `file`: built files and
 * pictures. `always`: never refused.
 */
export type AdmissionLane = 'private' | 'public' | 'file' | 'always';

/** Decides which requests are worked on, which wait and which are refused. */
export interface Admission {
  /** @returns null when the request is refused, else what to call once when it has ended */
  enter(lane: Exclude<AdmissionLane, 'always'>, gone: AbortSignal): Promise<(() => void) | null>;
  stop(): void;
}

interface LaneLimits {
  /** Requests that are worked on at one moment. */
  readonly concurrency: number;
  /** Milliseconds that a request is expected to wait at most; a longer wait is refused on arrival. */
  readonly maxWait: number;
}

interface Waiting {
  readonly start: () => void;
}

/** Weight of the newest request in the mean duration of a lane. */
const newest = 0.1;

class Lane {
  readonly #limits: LaneLimits;
  readonly #queue = new Set<Waiting>();
  #running = 0;
  #concurrency: number;
  /** Mean milliseconds from the start of a request to its end. */
  #duration = 5;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
    this.#concurrency = limits.concurrency;
  }

  /** Halves under strain, and grows back by one. */
  adapt(isStrained: boolean): void {
    this.#concurrency = isStrained
      ? Math.max(1, Math.floor(this.#concurrency / 2))
      : Math.min(this.#limits.concurrency, this.#concurrency + 1);
    this.#startNext();
  }

  enter(gone: AbortSignal): Promise<(() => void) | null> {
    if (this.#running < this.#concurrency) return Promise.resolve(this.#begin());
    const wait = ((this.#queue.size + 1) * this.#duration) / this.#concurrency;
    if (wait > this.#limits.maxWait) return Promise.resolve(null);
    return new Promise((resolve) => {
      const waiting = { start: () => resolve(this.#begin()) };
      this.#queue.add(waiting);
      gone.addEventListener('abort', () => {
        if (this.#queue.delete(waiting)) resolve(null);
      });
    });
  }

  #begin(): () => void {
    const start = performance.now();
    let isRunning = true;
    this.#running += 1;
    return () => {
      if (!isRunning) return;
      isRunning = false;
      this.#running -= 1;
      this.#duration += (performance.now() - start - this.#duration) * newest;
      this.#startNext();
    };
  }

  #startNext(): void {
    for (const waiting of this.#queue) {
      if (this.#running >= this.#concurrency) return;
      this.#queue.delete(waiting);
      waiting.start();
    }
  }
}

/** Milliseconds between two looks at the load. */
const lookEvery = 50;
/** Milliseconds that a timer may be late before the event loop counts as strained. */
const strained = 30;

/**
 * Admission by queue time. Each lane works on a few requests at a time and refuses on arrival
 * what would wait too long. When the event loop is late or requests queue for database
 * connections, public pages give way.
 */
export function createAdmission(pool: Pick<pg.Pool, 'waitingCount' | 'options'>): Admission {
  const connections = pool.options.max ?? 10;
  const lanes = {
    private: new Lane({ concurrency: connections * 2, maxWait: 2_000 }),
    public: new Lane({ concurrency: Math.max(2, connections - 2), maxWait: 1_000 }),
    file: new Lane({ concurrency: 64, maxWait: 2_000 }),
  };
  let expected = performance.now() + lookEvery;
  const timer = setInterval(() => {
    const now = performance.now();
    const isStrained = now - expected > strained || pool.waitingCount > connections;
    expected = now + lookEvery;
    lanes.public.adapt(isStrained);
  }, lookEvery);
  timer.unref();
  return {
    enter: (lane, gone) => lanes[lane].enter(gone),
    stop: () => clearInterval(timer),
  };
}

/**
 * Puts every request into its lane. A request enters once its body has arrived and leaves when its
 * reply is ready, so that slow senders and slow readers hold no place.
 */
export function registerAdmission(app: FastifyInstance, admission: Admission): void {
  app.decorateRequest('leaveLane', null);
  app.addHook('preValidation', async (request, reply) => {
    const lane = laneOf(request);
    if (lane === 'always') return;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const leave = await admission.enter(lane, gone.signal);
    if (leave === null) return reply.callStatusPage(503);
    request.leaveLane = leave;
    // Pages are sent past Fastify: for them nothing but the end of the response tells.
    reply.raw.once('prefinish', leave);
    if (gone.signal.aborted) leave();
    else gone.signal.addEventListener('abort', leave);
  });
  app.addHook('onSend', async (request) => request.leaveLane?.());
  app.addHook('onClose', async () => admission.stop());
}

function laneOf({ is404, routeOptions }: FastifyRequest): AdmissionLane {
  return is404 ? 'public' : (routeOptions.config.lane ?? 'private');
}

declare module 'fastify' {
  interface FastifyRequest {
    leaveLane: (() => void) | null;
  }
  interface FastifyContextConfig {
    /** Default `private`. */
    lane?: AdmissionLane;
  }
}
