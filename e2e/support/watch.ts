import type { BrowserContext, ConsoleMessage, Page, Request, Response } from '@playwright/test';

export type AllowedProblem = string | RegExp;

interface Problem {
  readonly message: string;
  /** A request that the browser aborted. No problem when the page was left. */
  readonly abortedRequest?: Request;
}

/** Collects problems of a browser context: console messages, uncaught errors, failed requests. */
export class Watch {
  readonly #problems: Problem[] = [];
  readonly #allowed: AllowedProblem[] = [];
  /** Values of `#clock`, which counts requests. */
  readonly #startedAt = new WeakMap<Request, number>();
  readonly #leftAt = new WeakMap<Page, number>();
  readonly #leavingPages = new WeakSet<Page>();
  #clock = 0;

  /** Allows problems whose message contains the text or matches the pattern. */
  allow(...allowed: readonly AllowedProblem[]): void {
    this.#allowed.push(...allowed);
  }

  /** Watches all pages of a context, also later ones. The `page` fixture is watched already. */
  watch(context: BrowserContext): void {
    context.on('console', (message) => this.#onConsole(message));
    context.on('weberror', (thrown) => {
      this.#problems.push({ message: `thrown: ${describeError(thrown.error())}` });
    });
    context.on('request', (request) => this.#onRequest(request));
    context.on('response', (response) => this.#onResponse(response));
    context.on('requestfailed', (request) => this.#onRequestFailed(request));
    context.on('page', (page) => this.#watchNavigation(page));
    for (const page of context.pages()) this.#watchNavigation(page);
  }

  /** Forgets problems and what was allowed. */
  reset(): void {
    this.#problems.length = 0;
    this.#allowed.length = 0;
  }

  /** Messages of the problems that are not allowed. */
  problems(): string[] {
    const isAllowed = (message: string) =>
      this.#allowed.some((allowed) =>
        typeof allowed === 'string' ? message.includes(allowed) : allowed.test(message),
      );
    // Checked here: a page restored from the back-forward cache may report its navigation late.
    const isProblem = ({ abortedRequest }: Problem) => abortedRequest === undefined || !this.#hasLeft(abortedRequest);
    return this.#problems.flatMap((problem) =>
      isProblem(problem) && !isAllowed(problem.message) ? problem.message : [],
    );
  }

  #onConsole(message: ConsoleMessage): void {
    const type = message.type();
    if (type !== 'error' && type !== 'warning') return;
    // `#onResponse` and `#onRequestFailed` report these requests with method and status.
    if (message.text().startsWith('Failed to load resource')) return;
    this.#problems.push({ message: `console ${type}: ${message.text()} (${message.location().url})` });
  }

  #onRequest(request: Request): void {
    this.#clock += 1;
    this.#startedAt.set(request, this.#clock);
    const page = findPage(request);
    if (page !== undefined && request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      this.#leftAt.set(page, this.#clock);
      this.#leavingPages.add(page);
    }
  }

  /** Until the next page has loaded, the previous one may still start requests. */
  #watchNavigation(page: Page): void {
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && this.#leavingPages.delete(page)) this.#leftAt.set(page, this.#clock + 0.5);
    });
  }

  #onResponse(response: Response): void {
    if (response.status() < 400) return;
    const request = response.request();
    this.#problems.push({ message: `response ${response.status()}: ${request.method()} ${response.url()}` });
  }

  #onRequestFailed(request: Request): void {
    const reason = request.failure()?.errorText ?? 'failed';
    const message = `request ${reason}: ${request.method()} ${request.url()}`;
    this.#problems.push(reason === 'net::ERR_ABORTED' ? { message, abortedRequest: request } : { message });
  }

  /** Whether the page of the request was left after it: leaving aborts its open requests. */
  #hasLeft(request: Request): boolean {
    const page = findPage(request);
    if (page === undefined || page.isClosed()) return true;
    return (this.#leftAt.get(page) ?? 0) > (this.#startedAt.get(request) ?? 0);
  }
}

/** The stack is empty when the browser reports none, as for a rejected promise of its own. */
const describeError = ({ name, message, stack }: Error): string => (stack ? stack : `${name}: ${message}`);

/** Undefined for a service worker's request, and for a navigation whose page does not exist yet. */
function findPage(request: Request): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}
