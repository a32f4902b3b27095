import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** A VAT number in its parts. */
export interface VatNumberParts {
  /** Such as `DE`, `EL` for Greece, `XI` for Northern Ireland. */
  readonly prefix: string;
  /** Without the prefix. */
  readonly number: string;
}

export interface VatQuestion extends VatNumberParts {
  /** Who asks: the shop. */
  readonly requester: VatNumberParts;
  /** Milliseconds. */
  readonly timeout: number;
}

/** What a service says of a number. Texts are as it gives them, shortened. */
export type VatAnswer =
  | {
      readonly outcome: 'valid' | 'invalid';
      /** By which the service finds the question again; empty where it gives none. */
      readonly consultation: string;
      /** Of the business; empty where its member state does not tell. */
      readonly name: string;
      readonly address: string;
    }
  /** `reason`: a code, for the log. */
  | { readonly outcome: 'unavailable'; readonly reason: string };

/** Asks whether a number is valid. Does not throw. */
export type AskVatService = (shop: Shop, question: VatQuestion) => Promise<VatAnswer>;

/** Checks VAT numbers. The last implementation is asked. */
export const vatNumberCheck = definePort<AskVatService>('vat-numbers.check');

/** Tells the VAT number of the shop, as it was typed; empty without one. */
export const sellerVatNumber = definePort<(shop: Pick<Shop, 'settings'>) => string>('vat-numbers.seller');
