import type { ProductStatus, Visibility } from '#features/catalog/index.ts';
import type { Text } from '#platform/texts/texts.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { productEditorTexts as texts } from '../texts.ts';

const tones = { draft: 'neutral', pending: 'warning', private: 'info', published: 'success' } as const;

export const statusTexts: Readonly<Record<ProductStatus, Text>> = {
  ...{ draft: texts.draft, pending: texts.pending, private: texts.private, published: texts.published },
};

export const typeTexts = {
  ...{ simple: texts.simple, variable: texts.variable, grouped: texts.grouped, external: texts.external },
} as const;

export const visibilityTexts: Readonly<Record<Visibility, Text>> = {
  ...{ visible: texts.visible, catalog: texts.onlyLists, search: texts.onlySearch, hidden: texts.hidden },
};

export const StatusBadge = ({ status, t }: { readonly status: ProductStatus; readonly t: (text: Text) => string }) => (
  <StateBadge tone={tones[status]}>{t(statusTexts[status])}</StateBadge>
);
