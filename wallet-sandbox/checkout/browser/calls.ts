import { pageQuery } from './link.ts';

export interface WireMoney {
  currency_code: string;
  value: string;
}

export interface WireAddress {
  address_line_1?: string;
  address_line_2?: string;
  admin_area_1?: string;
  admin_area_2?: string;
  postal_code?: string;
  country_code: string;
}

export interface WireOrder {
  id: string;
  shop: string;
  status: string;
  intent: string;
  amount: WireMoney;
  breakdown: Record<string, WireMoney>;
  items: { name: string; quantity: string; amount: WireMoney }[];
  preference: string;
  userAction: string;
  options: { id: string; label: string; type?: string; amount?: WireMoney; selected: boolean }[];
  providedAddress: string | null;
  cancelUrl: string | null;
  needs: string | null;
  closesItself: boolean;
}

export interface WireAccount {
  email: string;
  name: string;
  addresses: WireAddress[];
}

export interface WireStart {
  order: WireOrder;
  emails: string[];
  instruments: { id: string; label: string; note: string }[];
}

export interface WireApproval {
  payerId: string;
  returnUrl: string | null;
  accessToken: string;
  isSilent: boolean;
}

/** Calls the wallet's server. @returns null when it refuses */
export async function call<T>(step: string, input: Record<string, unknown> = {}): Promise<T | null> {
  const body = JSON.stringify({ token: pageQuery.get('token'), ...input });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`/checkout/${step}`, { method: 'POST', headers, body });
  return response.ok ? ((await response.json()) as T) : null;
}

export function formatMoney({ currency_code, value }: WireMoney): string {
  return new Intl.NumberFormat('en-IE', { style: 'currency', currency: currency_code }).format(Number(value));
}

export function formatAddress(address: WireAddress): string {
  const { address_line_1, address_line_2, admin_area_2, admin_area_1, postal_code, country_code } = address;
  return [address_line_1, address_line_2, admin_area_2, admin_area_1, postal_code, country_code]
    .filter(Boolean)
    .join(', ');
}
