import type { DocumentKind } from '../paths.ts';

export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** A tax rate of a line. `rate`: percent times 10,000. */
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
  /** Null for parts that are not counted: shipping, fees, free amounts. */
  readonly quantity: number | null;
  /**
   * For one unit, before discounts and without tax; null when unknown. It has a fraction of the minor unit when the
   * amount of the line is no multiple of the quantity.
   */
  readonly unitNet: number | null;
  /** Without tax, as a positive amount. */
  readonly discount: number;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
  readonly rates: readonly LineRate[];
}

/** The sums of the parts of a document with one tax rate. An empty name means that no rate applies. */
export interface DocumentTax extends LineRate {
  readonly net: number;
  readonly amount: number;
}

/** The logo of the shop, or its name when there is no logo or its file no longer exists. */
export interface Wordmark {
  readonly name: string;
  /** A JPEG in the shop's media. Width and height in CSS pixels. */
  readonly logo: { readonly src: string; readonly width: number; readonly height: number } | null;
}

/** The labels of a document, in the language of the shop when it was issued. */
export interface DocumentLabels {
  readonly seller: string;
  readonly buyer: string;
  readonly shipTo: string;
  readonly item: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly taxRate: string;
  readonly amountNet: string;
  /** Contains `{amount}`. */
  readonly discount: string;
  readonly taxSummary: string;
  readonly taxBase: string;
  readonly tax: string;
  readonly notTaxed: string;
  readonly net: string;
  readonly total: string;
}

/**
 * Everything that an invoice or credit note shows (Directive 2006/112/EC, articles 219 and 226). A document is
 * rendered from this alone, so later changes of settings, texts and the order do not change it. Amounts in minor
 * units of `currency`, positive for credit notes too.
 */
export interface DocumentSnapshot {
  readonly version: 1;
  readonly kind: DocumentKind;
  /** Includes the number: `Invoice INV-00001`. */
  readonly title: string;
  /** ISO 8601. */
  readonly issuedAt: string;
  readonly locale: string;
  readonly currency: string;
  /** Shown at the head. Absent in older documents, which were issued before it was stored. */
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
