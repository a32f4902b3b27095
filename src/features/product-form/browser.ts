export { followForm, pressMainButton } from './islands/buy-form/follow-form.ts';
