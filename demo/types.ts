/** Plain data for the demo shop. Prices are minor units of `currency`; weights grams; sizes millimetres; dates ISO 8601 in UTC. */
export interface DemoCatalogue {
  currency: string;
  categories: DemoCategory[];
  attributes: DemoAttribute[];
  products: DemoProduct[];
}

export interface DemoCategory {
  slug: string;
  name: string;
  /** One plain paragraph, no markup. */
  description: string;
  parent: string | null;
  image: DemoImage | null;
}

export interface DemoAttribute {
  slug: string;
  name: string;
  display: 'swatch' | 'label';
  terms: DemoTerm[];
}

export interface DemoTerm {
  slug: string;
  name: string;
  /** `#rrggbb`, for attributes shown as swatches. */
  swatch?: string | undefined;
  description?: string | undefined;
}

/** `file` is relative to `demo/media`. */
export interface DemoImage {
  file: string;
  alt: string;
}

/** `file` is relative to `demo/files`. No limit and no expiry when left out. */
export interface DemoDownload {
  name: string;
  file: string;
  limit?: number | undefined;
  expiryDays?: number | undefined;
}

export type DemoStock =
  | { onHand: number; backorders: 'no' | 'notify' | 'yes'; lowStockThreshold: number | null }
  | { status: 'in' | 'out' };

export interface DemoProductAttribute {
  slug: string;
  terms: string[];
  variation: boolean;
  visible: boolean;
}

export interface DemoPrice {
  /** Null where the price comes from elsewhere: variations, members of a group. */
  regularPrice: number | null;
  salePrice?: number | undefined;
  saleFrom?: string | undefined;
  saleTo?: string | undefined;
}

export interface DemoVariation extends DemoPrice {
  sku: string;
  /** Attribute slug to term slug; null stands for any term. */
  options: Record<string, string | null>;
  regularPrice: number;
  stock: DemoStock;
  weightGrams?: number | undefined;
  sizeMm?: [length: number, width: number, height: number] | undefined;
  image?: DemoImage | undefined;
}

export interface DemoAddon {
  name: string;
  kind: 'text' | 'textarea' | 'checkbox' | 'checkboxes' | 'select' | 'radio';
  label: string;
  help?: string | undefined;
  required?: boolean | undefined;
  maxLength?: number | undefined;
  price?: number | undefined;
  options?: { value: string; label: string; price: number }[] | undefined;
}

export interface DemoProduct extends DemoPrice {
  slug: string;
  sku: string;
  name: string;
  type: 'simple' | 'variable' | 'grouped' | 'external';
  status: 'published' | 'draft';
  visibility: 'visible' | 'catalog' | 'search' | 'hidden';
  featured: boolean;
  /** HTML, one paragraph. */
  shortDescription: string;
  /** HTML. */
  description: string;
  categories: string[];
  tags: string[];
  attributes: DemoProductAttribute[];
  variations: DemoVariation[];
  stock: DemoStock;
  weightGrams: number | null;
  sizeMm: [length: number, width: number, height: number] | null;
  /** The first is the main one, the second shows on hover in listings. */
  images: DemoImage[];
  addons: DemoAddon[];
  upsells: string[];
  crossSells: string[];
  grouped: string[];
  externalUrl?: string | undefined;
  buttonText?: string | undefined;
  downloads: DemoDownload[];
  virtual: boolean;
  downloadable: boolean;
  soldIndividually: boolean;
  taxStatus: 'taxable' | 'shipping' | 'none';
  /** 'standard', or a reduced or zero class by its slug. */
  taxClass: string;
  purchaseNote: string | null;
}

export interface DemoPages {
  shop: { name: string; tagline: string; email: string; address: string[]; phone: string };
  notice: string;
  home: {
    hero: { line: string; text: string; image: DemoImage; action: { label: string; href: string } };
    editorial: { title: string; paragraphs: string[]; image: DemoImage };
  };
  product: { delivery: { title: string; html: string }; care: { title: string; html: string } };
}
