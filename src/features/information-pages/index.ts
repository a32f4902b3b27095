export { checkLegalPages } from './check-pages.ts';
export { type ContentRenderer, createContentRenderer } from './content.tsx';
export { informationPages } from './feature.ts';
export { findInformationPath, listFooterLinks, listInformationPages, searchableInformationPages } from './pages.tsx';
export { type Placeholder, placeholders } from './ports.ts';
export { informationPageSettings } from './settings.ts';
