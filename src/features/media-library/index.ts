export { usesOfMedia } from './admin/uses-column.ts';
export { mediaLibrary } from './feature.ts';
export { type MediaFieldOptions, media, mediaFileLimits } from './picker/media-field.tsx';
