import type { BrowserContext, ConsoleMessage, Page, Request, Response } from '@playwright/test';

export type Allowed = string | RegExp;

interface Problem {
  readonly words: string;
  /** The request that the browser gave up: no problem when it belonged to a page that was left. */
  readonly given?: Request;
}

/** What went wrong in a browser while a test ran, in words: what the console said, what was thrown, what failed to load. */
export class Watch {
  readonly #problems: Problem[] = [];
  readonly #allowed: Allowed[] = [];
  readonly #started = new WeakMap<Request, number>();
  readonly #left = new WeakMap<Page, number>();
  readonly #leaving = new WeakSet<Page>();
  #clock = 0;

  /** Leave for a problem whose words contain this text or match this pattern. */
  allow(...allowed: readonly Allowed[]): void {
    this.#allowed.push(...allowed);
  }

  /** Watches all pages of a context, present and coming. The context of the `page` fixture is watched already. */
  watch(context: BrowserContext): void {
    context.on('console', (message) => this.#heard(message));
    context.on('weberror', (thrown) => {
      this.#problems.push({ words: `thrown: ${thrown.error().stack ?? thrown.error().message}` });
    });
    context.on('request', (request) => this.#sent(request));
    context.on('response', (response) => this.#answered(response));
    context.on('requestfailed', (request) => this.#failed(request));
    context.on('page', (page) => this.#follow(page));
    for (const page of context.pages()) this.#follow(page);
  }

  /** The problems that nobody allowed. */
  problems(): string[] {
    const isAllowed = (problem: string) =>
      this.#allowed.some((one) => (typeof one === 'string' ? problem.includes(one) : one.test(problem)));
    // Asked now: of a page that came from the browser's memory one may hear only after what it ended.
    const isProblem = ({ given }: Problem) => given === undefined || !this.#wasLeftBehind(given);
    return this.#problems.flatMap((one) => (isProblem(one) && !isAllowed(one.words) ? one.words : []));
  }

  #heard(message: ConsoleMessage): void {
    const type = message.type();
    if (type !== 'error' && type !== 'warning') return;
    // Chromium's echo of a request that is reported as such, with its method and status.
    if (message.text().startsWith('Failed to load resource')) return;
    this.#problems.push({ words: `console ${type}: ${message.text()} (${message.location().url})` });
  }

  #sent(request: Request): void {
    this.#clock += 1;
    this.#started.set(request, this.#clock);
    const page = pageOf(request);
    if (page !== undefined && request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      this.#left.set(page, this.#clock);
      this.#leaving.add(page);
    }
  }

  /** Until the next page is there, the one before may still begin to load something. */
  #follow(page: Page): void {
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && this.#leaving.delete(page)) this.#left.set(page, this.#clock + 0.5);
    });
  }

  #answered(response: Response): void {
    if (response.status() < 400) return;
    const request = response.request();
    this.#problems.push({ words: `response ${response.status()}: ${request.method()} ${response.url()}` });
  }

  #failed(request: Request): void {
    const reason = request.failure()?.errorText ?? 'failed';
    const words = `request ${reason}: ${request.method()} ${request.url()}`;
    this.#problems.push(reason === 'net::ERR_ABORTED' ? { words, given: request } : { words });
  }

  /** Leaving a page ends what it was still loading. */
  #wasLeftBehind(request: Request): boolean {
    const page = pageOf(request);
    if (page === undefined || page.isClosed()) return true;
    return (this.#left.get(page) ?? 0) > (this.#started.get(request) ?? 0);
  }
}

/** Undefined for the request of a service worker, and of a navigation whose page is not there yet. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}
