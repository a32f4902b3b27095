/** A schema.org node; undefined values are omitted. */
export type JsonLdNode = { readonly [name: string]: unknown };

/** Structured data for the head. Escapes `<`, so that no text can close the element. */
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
