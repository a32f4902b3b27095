import { mayGoOn, report, requestOrder } from './checkout.ts';
import { sdkConfig } from './config.ts';
import type { ButtonsOptions } from './options.ts';

/** Paying in the wallet's app: the page is left, and comes back with the result after `#`. */

export async function switchToApp(options: ButtonsOptions, fundingSource: string): Promise<void> {
  try {
    if (!(await mayGoOn(options, fundingSource))) return;
    const token = await requestOrder(options, fundingSource);
    const back = location.href.replace(/#.*$/, '');
    const query = new URLSearchParams({ token, flow: 'app', back, fundingSource, commit: String(sdkConfig.commit) });
    location.assign(`${sdkConfig.baseUrl}/checkoutnow?${query}`);
  } catch (error) {
    report(options, error);
  }
}

const returnPattern = /^#(onApprove|onCancel|onError)(?:&|$)/;

export const hasReturnedFromApp = (): boolean => returnPattern.test(location.hash);

/** Calls what the click would have called, had the page stayed. */
export async function resumeFromApp(options: ButtonsOptions): Promise<void> {
  const [, outcome] = returnPattern.exec(location.hash) ?? [];
  if (outcome === undefined) return;
  const result = new URLSearchParams(location.hash.slice(1));
  history.replaceState(history.state, '', location.pathname + location.search);
  const orderID = result.get('token') ?? '';
  if (outcome === 'onCancel') return void options.onCancel?.({ orderID }, {});
  if (outcome === 'onError') return report(options, new Error('The app has failed'));
  const ids = { orderID, payerID: result.get('PayerID') ?? '', paymentID: null, billingToken: null };
  const redirect = async (url: string) => location.assign(url);
  const restart = () => {
    void switchToApp({ ...options, createOrder: () => orderID }, 'paypal');
    return new Promise<never>(() => {});
  };
  try {
    await options.onApprove?.({ ...ids, facilitatorAccessToken: '', paymentSource: 'paypal' }, { restart, redirect });
  } catch (error) {
    report(options, error);
  }
}
