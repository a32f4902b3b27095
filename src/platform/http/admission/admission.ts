import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { getClientNetwork } from '#platform/limits/network.ts';
import { answerInstead, type Decision } from '../answer-instead.ts';
import { type AdmissionClient, Lane } from './lane.ts';

/**
 * How a request is treated under load; lanes listed first are refused first. `public`: pages that
 * are the same for everyone. `private` (the default): pages of one visitor. `write`: every method
 * except GET and HEAD, whatever the route says. `file`: built files and pictures. `always`: health checks.
 */
export type AdmissionLane = 'public' | 'private' | 'write' | 'file' | 'always';

type LimitedLane = Exclude<AdmissionLane, 'always'>;

/** Decides which requests run, which wait and which are refused. */
export interface Admission {
  /** Whether `enter` would refuse a request of this lane now, so that the refusal can be cheap. */
  isFull(lane: LimitedLane, getNetwork: () => string): boolean;
  /** @returns null when the request is refused, else a function to call when the request has ended */
  enter(lane: LimitedLane, disconnected: AbortSignal, client: AdmissionClient): Promise<(() => void) | null>;
  /** Resolves when the refusal of a request may be sent. */
  awaitRefusal(): Promise<void>;
  stop(): void;
}

/** Milliseconds between two measurements of the load. */
const measureInterval = 25;
/** Milliseconds of timer delay from which the event loop counts as overloaded. */
const overloadDelay = 20;
/** Share of the elapsed time in which this thread must have worked for a delay to count as overload. */
const ownShare = 0.5;

/**
 * Admits requests by their expected queue time. Each lane works on a few requests at a time and refuses on
 * arrival each request that would wait too long. When the event loop is late or requests queue for database
 * connections, pages are refused before writes.
 */
export function createAdmission(
  pool: Pick<pg.Pool, 'waitingCount' | 'options'>,
  readWorkTime: () => number = readThreadTime,
): Admission {
  const connections = pool.options.max ?? 10;
  const lanes = {
    public: new Lane({ concurrency: [1, Math.max(2, connections - 2)], maxWait: 2_500, expectedDuration: 10 }),
    private: new Lane({ concurrency: [1, connections], maxWait: 3_000, expectedDuration: 10 }),
    write: new Lane({ concurrency: [4, connections * 2], maxWait: 5_000, expectedDuration: 5 }),
    file: new Lane({ concurrency: [8, 64], maxWait: 2_000, expectedDuration: 1 }),
  };
  const refusals = createRefusalQueue();
  let measuredAt = performance.now();
  let worked = readWorkTime();
  const timer = setInterval(() => {
    const now = performance.now();
    const elapsed = now - measuredAt;
    const work = readWorkTime() - worked;
    // A delay caused by other programs on the processor does not count: fewer concurrent requests would not help.
    const isOwnWork = work > elapsed * ownShare;
    const isLate = elapsed - measureInterval > overloadDelay && isOwnWork;
    const isOverloaded = isLate || pool.waitingCount > connections;
    measuredAt = now;
    worked += work;
    refusals.release();
    for (const lane of Object.values(lanes)) lane.adapt(isOverloaded);
  }, measureInterval);
  timer.unref();
  return {
    isFull: (lane, getNetwork) => lanes[lane].isFull(getNetwork),
    enter: (lane, disconnected, client) => lanes[lane].enter(disconnected, client),
    awaitRefusal: refusals.wait,
    stop() {
      clearInterval(timer);
      refusals.releaseAll();
    },
  };
}

function readThreadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Maximum number of refusals that are sent at each measurement; `maxRefusals` of them may wait. */
const refusalsAtOnce = 32;
const maxRefusals = 2_000;

/**
 * Delays refusals. Otherwise a client that retries at once would fill each turn of the event
 * loop with requests to refuse, while admitted requests need several turns to be answered.
 */
function createRefusalQueue() {
  const waiting: (() => void)[] = [];
  return {
    wait: () => new Promise<void>((resolve) => (waiting.length < maxRefusals ? waiting.push(resolve) : resolve())),
    release() {
      for (const send of waiting.splice(0, refusalsAtOnce)) send();
    },
    releaseAll() {
      for (const send of waiting.splice(0)) send();
    },
  };
}

/**
 * Puts every request into its lane. A request enters the lane once its body has arrived and leaves when its
 * reply is ready, so that slow senders and slow readers occupy no lane.
 */
export function registerAdmission(app: FastifyInstance, admission: Admission): void {
  app.decorateRequest('leaveLane', null);
  const enter: Decision = async (request, reply) => {
    const lane = getLane(request);
    if (lane === 'always') return undefined;
    const disconnection = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) disconnection.abort();
    });
    const client = { connection: request.raw.socket, network: getSharedNetwork(request.ip) };
    const leave = await admission.enter(lane, disconnection.signal, client);
    if (leave === null) {
      await admission.awaitRefusal();
      return () => reply.callStatusPage(503);
    }
    request.leaveLane = leave;
    // Cached pages bypass Fastify's hooks, so only the response's end is observable.
    reply.raw.once('prefinish', leave);
    if (disconnection.signal.aborted) leave();
    else disconnection.signal.addEventListener('abort', leave);
    return undefined;
  };
  app.addHook('preValidation', answerInstead(enter));
  app.addHook('onSend', async (request) => request.leaveLane?.());
  app.addHook('onClose', async () => admission.stop());
}

/** Returns the network whose requests share places. An address without a client network stands for itself. */
function getSharedNetwork(address: string): string {
  return getClientNetwork(address) ?? address;
}

/**
 * Reads the network of a request before Fastify does. Behind a proxy it is the network of the last forwarded
 * address. With several proxies this differs from `request.ip`, and then a request that is refused takes
 * the slower path.
 */
export function readNetwork({ socket, headers }: IncomingMessage, isForwarded: boolean): string {
  const forwarded = isForwarded ? [headers['x-forwarded-for'] ?? []].flat().join().split(',').at(-1)?.trim() : '';
  return getSharedNetwork(forwarded || (socket.remoteAddress ?? ''));
}

/**
 * Matches GET requests of the lane `public` before Fastify routes them, because a refusal at this point is
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
