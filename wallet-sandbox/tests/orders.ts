import type { Sent, Target } from './targets.ts';

/** Calls that most tests make. */

export const requestKey = (key: string = crypto.randomUUID()) => ({ 'paypal-request-id': key });
export const all = { prefer: 'return=representation' };

interface NewOrder {
  readonly value?: string;
  readonly intent?: 'CAPTURE' | 'AUTHORIZE';
  readonly currency?: string;
  readonly more?: object;
  readonly context?: object;
}

export async function createOrder(target: Target, options: NewOrder = {}): Promise<string> {
  const { value = '10.00', intent = 'CAPTURE', currency = 'EUR', more = {}, context = {} } = options;
  const amount = { currency_code: currency, value };
  const body = {
    intent,
    purchase_units: [{ amount, ...more }],
    payment_source: { paypal: { experience_context: { shipping_preference: 'NO_SHIPPING', ...context } } },
  };
  const { status, body: reply } = await target.send('POST', '/v2/checkout/orders', { body, headers: requestKey() });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(reply)}`);
  return String(reply.id);
}

export const captureOrder = (target: Target, id: string, headers: Record<string, string> = requestKey()) =>
  target.send('POST', `/v2/checkout/orders/${id}/capture`, { headers });

export const getIssue = ({ status, body }: Sent) => `${status} ${body.details?.[0]?.issue}`;

interface Paid {
  readonly purchase_units: { payments: Record<string, { id: string; status: string }[]> }[];
}

/** The first capture or authorization of an order's reply. */
export function getPayment(
  { body }: Sent,
  kind: 'captures' | 'authorizations' = 'captures',
): { id: string; status: string } {
  const [payment] = (body as unknown as Paid).purchase_units[0]?.payments[kind] ?? [];
  if (!payment) throw new Error(`no ${kind} in ${JSON.stringify(body)}`);
  return payment;
}
