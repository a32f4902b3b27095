import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** A VAT number, split into its prefix and the rest. */
export interface VatNumberParts {
  /** Such as `DE`, `EL` for Greece, `XI` for Northern Ireland. */
  readonly prefix: string;
  /** The number without its prefix. */
  readonly number: string;
}

export interface VatQuestion extends VatNumberParts {
  /** VAT number of the shop, which asks. */
  readonly requester: VatNumberParts;
  /** Milliseconds. */
  readonly timeout: number;
}

/** Answer of a service about a VAT number. Texts are as the service gives them, shortened. */
export type VatAnswer =
  | {
      readonly outcome: 'valid' | 'invalid';
      /** Consultation number by which the service finds the question again; empty when it gives none. */
      readonly consultation: string;
      /** Name of the business; empty when its member state does not disclose it. */
      readonly name: string;
      readonly address: string;
    }
  /** `reason`: a code for the log. */
  | { readonly outcome: 'unavailable'; readonly reason: string };

/** Asks a service whether a VAT number is valid. Must not throw. */
export type AskVatService = (shop: Shop, question: VatQuestion) => Promise<VatAnswer>;

/** Checks VAT numbers. Of several implementations, the last one is used. */
export const vatNumberCheck = definePort<AskVatService>('vat-numbers.check');

/** Returns the VAT number of the shop as it was typed; empty when there is none. */
export const sellerVatNumber = definePort<(shop: Pick<Shop, 'settings'>) => string>('vat-numbers.seller');
