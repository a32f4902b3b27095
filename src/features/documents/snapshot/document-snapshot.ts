import type { DocumentKind } from '../paths.ts';

/** One row of facts, ready to show. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** A rate of a line. `rate`: percent times 10,000. */
export interface LineRate {
  readonly name: string;
  readonly rate: number;
}

/** An item, shipping line or fee. Amounts in minor units. */
export interface DocumentLine {
  readonly name: string;
  readonly sku: string;
  /** Options and add-ons, ready to show. */
  readonly notes: readonly string[];
  /** Null for what is not counted: shipping, fees, free amounts. */
  readonly quantity: number | null;
  /**
   * For one unit, before discounts and without tax; null where it is not known. Has a fraction of the
   * minor unit where the amount of the line is no multiple of the quantity.
   */
  readonly unitNet: number | null;
  /** Without tax, as a positive amount. */
  readonly discount: number;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
  readonly rates: readonly LineRate[];
}

/** The parts of a document that one rate applies to. An empty name: no rate applies. */
export interface DocumentTax extends LineRate {
  readonly net: number;
  readonly amount: number;
}

/** The logo of the shop; its name in letters where there is none, or where its file is gone. */
export interface Wordmark {
  readonly name: string;
  /** A JPEG of the shop, in pixels of a page. */
  readonly logo: { readonly src: string; readonly width: number; readonly height: number } | null;
}

/** The labels of a document, in the shop's language when it was issued. */
export interface DocumentLabels {
  readonly seller: string;
  readonly buyer: string;
  readonly shipTo: string;
  readonly item: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly taxRate: string;
  readonly amountNet: string;
  /** With `{amount}`. */
  readonly discount: string;
  readonly taxSummary: string;
  readonly taxBase: string;
  readonly tax: string;
  readonly notTaxed: string;
  readonly net: string;
  readonly total: string;
}

/**
 * Everything that an invoice or credit note shows (Directive 2006/112/EC, articles 219 and 226). A
 * document is rendered from this alone, so later changes of settings, texts and the order don't
 * change it. Amounts in minor units of `currency`, positive for credit notes too.
 */
export interface DocumentSnapshot {
  readonly version: 1;
  readonly kind: DocumentKind;
  /** With the number: `Invoice INV-00001`. */
  readonly title: string;
  /** ISO 8601. */
  readonly issuedAt: string;
  readonly locale: string;
  readonly currency: string;
  /** Stands at the head. Documents that were issued before it was kept have none. */
  readonly wordmark?: Wordmark;
  readonly labels: DocumentLabels;
  readonly seller: readonly string[];
  readonly buyer: readonly string[];
  /** Empty when nothing is shipped. */
  readonly shipTo: readonly string[];
  readonly facts: readonly Fact[];
  readonly lines: readonly DocumentLine[];
  readonly taxes: readonly DocumentTax[];
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
  readonly notes: readonly string[];
}
