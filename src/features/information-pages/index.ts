export { informationPages } from './feature.ts';
export { findInformationPath, listFooterLinks, listInformationPages } from './pages.tsx';
export { informationPageSettings } from './settings.ts';
