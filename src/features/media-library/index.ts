export { type MediaFieldOptions, media, mediaFileLimits } from './picker/media-field.tsx';
export { type MediaUse, mediaUses } from './ports.ts';
