import { hasReturnedFromApp, resumeFromApp, switchToApp } from './app-switch.ts';
import { Checkout, createChannel, mayGoOn, report } from './checkout.ts';
import { sdkConfig } from './config.ts';
import { getFundingSources, isFundingEligible } from './funding.ts';
import { findContainer, mountedComponents } from './mounted.ts';
import type { ButtonsOptions } from './options.ts';
import { type ButtonStyle, readButtonStyle } from './style.ts';

/** The component of buttons: one, or all that can be offered. */
export function createButtons(given: ButtonsOptions = {}) {
  let options = { ...given };
  let style = readButtonStyle(options.style, options.fundingSource);
  let mounted: MountedButtons | null = null;
  const listSources = () => {
    const wanted = options.fundingSource ? [options.fundingSource] : getFundingSources();
    return wanted.filter((source) => isFundingEligible(source, options.message?.amount));
  };
  const isEligible = () => listSources().length > 0;
  return {
    isEligible,
    hasReturned: hasReturnedFromApp,
    resume: () => void resumeFromApp(options),
    async render(container: string | HTMLElement): Promise<void> {
      if (!isEligible()) throw new Error(`${options.fundingSource ?? 'paypal'} is not eligible`);
      mounted = new MountedButtons(() => options, style, listSources());
      await mounted.render(findContainer(container));
    },
    async close(): Promise<void> {
      mounted?.destroy();
    },
    async updateProps(changes: ButtonsOptions): Promise<void> {
      options = { ...options, ...changes };
      style = readButtonStyle(options.style, options.fundingSource);
      await mounted?.change(style, listSources());
    },
  };
}

class MountedButtons {
  readonly #getOptions: () => ButtonsOptions;
  readonly #frame = document.createElement('iframe');
  readonly #channel = createChannel();
  #checkout: Checkout | null = null;
  #isEnabled = true;
  #ready: { resolve(): void; reject(error: Error): void } | null = null;

  constructor(getOptions: () => ButtonsOptions, style: ButtonStyle, sources: readonly string[]) {
    this.#getOptions = getOptions;
    this.#frame.title = 'Test wallet';
    this.#frame.className = 'test-wallet-buttons';
    this.#frame.allow = 'payment';
    this.#load(style, sources);
  }

  #load(style: ButtonStyle, sources: readonly string[]): void {
    const query = new URLSearchParams({
      ...{ channel: this.#channel, origin: location.origin, locale: sdkConfig.locale },
      ...{ sources: sources.join(','), style: JSON.stringify(style) },
    });
    this.#frame.src = `${sdkConfig.baseUrl}/sdk/buttons?${query}`;
  }

  /** Until the frame's script listens to clicks. */
  #waitForFrame(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#ready = { resolve, reject };
    });
  }

  async render(container: HTMLElement): Promise<void> {
    mountedComponents.add(this);
    window.addEventListener('message', this.#receive);
    const ready = this.#waitForFrame();
    container.append(this.#frame);
    await ready;
    const enable = async () => {
      this.#isEnabled = true;
    };
    const disable = async () => {
      this.#isEnabled = false;
    };
    this.#getOptions().onInit?.({ correlationID: this.#channel.slice(0, 13) }, { enable, disable });
  }

  async change(style: ButtonStyle, sources: readonly string[]): Promise<void> {
    const ready = this.#waitForFrame();
    this.#load(style, sources);
    await ready;
  }

  destroy(): void {
    mountedComponents.delete(this);
    window.removeEventListener('message', this.#receive);
    this.#checkout?.end();
    this.#frame.remove();
    this.#ready?.reject(new Error('zoid destroyed all components'));
    this.#ready = null;
  }

  readonly #receive = ({ source, data }: MessageEvent): void => {
    if (source !== this.#frame.contentWindow || data?.channel !== this.#channel) return;
    if (data.type === 'ready') this.#show(data.height);
    if (data.type === 'click') this.#click(data.fundingSource);
  };

  #show(height: number): void {
    this.#frame.height = String(height);
    this.#ready?.resolve();
    this.#ready = null;
  }

  #open(options: ButtonsOptions, fundingSource: string): void {
    try {
      this.#checkout = new Checkout(options, fundingSource, () => {
        this.#checkout = null;
      });
      void this.#checkout.start();
    } catch (error) {
      report(options, error);
    }
  }

  #click(fundingSource: string): void {
    const options = this.#getOptions();
    if (!this.#isEnabled) void mayGoOn(options, fundingSource);
    else if (this.#checkout) this.#checkout.focus();
    else if (options.appSwitchWhenAvailable && sdkConfig.hasApp) void switchToApp(options, fundingSource);
    else this.#open(options, fundingSource);
  }
}
