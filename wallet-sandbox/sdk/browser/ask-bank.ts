import { createChannel } from './checkout.ts';
import { openFrame } from './checkout-window.ts';
import { sdkConfig } from './config.ts';

/** What a frame answers to a request of the page. */
export interface CardFrameAnswer {
  status?: 'kept' | 'approved' | 'challenge' | 'refused';
  liabilityShift?: string;
  issue?: string;
}

/** 3-D Secure: the bank's page over the shop's. @returns null when the shopper closes it */
export function askBank(orderId: string): Promise<CardFrameAnswer | null> {
  const channel = createChannel();
  const { origin } = new URL(sdkConfig.baseUrl);
  return new Promise((resolve) => {
    const overlay = openFrame(() => end(null), 'Confirm the payment with your bank');
    const receive = ({ origin: from, data }: MessageEvent) => {
      if (from === origin && data?.channel === channel) end(data.status === 'cancelled' ? null : data);
    };
    const end = (answer: CardFrameAnswer | null) => {
      window.removeEventListener('message', receive);
      overlay.close();
      resolve(answer);
    };
    window.addEventListener('message', receive);
    const query = new URLSearchParams({ token: orderId, channel, origin: location.origin });
    overlay.go(`${sdkConfig.baseUrl}/checkout/bank?${query}`);
  });
}
