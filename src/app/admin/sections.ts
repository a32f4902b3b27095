import type { AdminSection } from '#platform/admin/navigation.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { IconName } from '#ui/icon.tsx';
import { adminTexts as texts } from './texts.ts';

export const sectionTitles: Readonly<Record<AdminSection, Text>> = {
  home: texts.sectionHome,
  orders: texts.sectionOrders,
  products: texts.sectionProducts,
  customers: texts.sectionCustomers,
  marketing: texts.sectionMarketing,
  messages: texts.sectionMessages,
  content: texts.sectionContent,
  reports: texts.sectionReports,
  settings: texts.sectionSettings,
};

export const sectionIcons: Readonly<Record<AdminSection, IconName>> = {
  home: 'house',
  orders: 'inbox',
  products: 'tag',
  customers: 'users',
  marketing: 'megaphone',
  messages: 'mail',
  content: 'file-text',
  reports: 'chart-line',
  settings: 'sliders-horizontal',
};
