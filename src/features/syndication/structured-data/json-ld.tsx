import type { Availability } from '../offer-facts.ts';

/** A schema.org node. Undefined values are omitted. */
export type JsonLdNode = { readonly [name: string]: unknown };

export const toSchemaUrl = (name: string): string => `https://schema.org/${name}`;

const availabilityNames = { in_stock: 'InStock', backorder: 'BackOrder', out_of_stock: 'OutOfStock' } as const;

export const toAvailabilityUrl = (availability: Availability): string => toSchemaUrl(availabilityNames[availability]);

/** Renders structured data for the head. Escapes `<`, so that no text can close the script element. */
export function JsonLd({ nodes }: { readonly nodes: readonly JsonLdNode[] }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }).replaceAll('<', '\\u003c');
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped, can't close the element
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}
