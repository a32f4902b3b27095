import { sdkConfig } from './config.ts';
import { isFundingEligible, isInLaterRange } from './funding.ts';
import { findContainer } from './mounted.ts';

interface MessagesOptions {
  amount?: number | string;
  currency?: string;
  placement?: string;
  style?: object;
  onRender?: (data: object) => void;
  onClick?: (data: object) => void;
}

/** The line that says what a payment costs in parts. Empty where paying later isn't offered. */
export function createMessages(options: MessagesOptions = {}) {
  return {
    async render(container: string | HTMLElement): Promise<void> {
      const amount = Number(options.amount ?? 0);
      const target = findContainer(container);
      const isOffered = isFundingEligible('paylater', amount) && isInLaterRange(amount);
      target.replaceChildren(...(isOffered ? [createLine(options, amount)] : []));
      options.onRender?.({});
    },
  };
}

function createLine(
  { currency = sdkConfig.currency, placement, onClick }: MessagesOptions,
  amount: number,
): HTMLElement {
  const line = document.createElement('p');
  line.className = 'test-wallet-message';
  line.dataset.placement = placement ?? '';
  const format = new Intl.NumberFormat(sdkConfig.locale.replace('_', '-'), { style: 'currency', currency });
  const link = document.createElement('a');
  link.href = `${sdkConfig.baseUrl}/sdk/pay-later`;
  link.target = '_blank';
  link.rel = 'noopener';
  link.textContent = 'Learn more';
  link.addEventListener('click', () => onClick?.({}));
  line.append(`Pay in 3 parts of ${format.format(amount / 3)} with Test wallet. `, link);
  return line;
}

/** The sign of a way to pay, for lists of payment methods. */
export function createMarks({ fundingSource = 'paypal' }: { fundingSource?: string } = {}) {
  const names: Record<string, string> = { paypal: 'Test wallet', paylater: 'Pay later', card: 'Card' };
  return {
    isEligible: () => isFundingEligible(fundingSource),
    async render(container: string | HTMLElement): Promise<void> {
      if (!isFundingEligible(fundingSource)) throw new Error(`${fundingSource} is not eligible`);
      const mark = document.createElement('span');
      mark.className = 'test-wallet-mark';
      mark.textContent = names[fundingSource] ?? fundingSource;
      findContainer(container).append(mark);
    },
  };
}
