import { defineErrors } from '#platform/features/error-codes.ts';

export const mediaErrors = defineErrors('Media library', {
  FILE_MISSING: { status: 400, means: 'The request has no file in the field `file`.' },
  NOT_AN_IMAGE: {
    status: 422,
    means: 'No JPEG, PNG, WebP, AVIF or GIF picture, or a damaged one. SVG is not supported.',
  },
  TOO_LARGE: { status: 413, means: 'Larger than 20 MB.' },
  TOO_MANY_PIXELS: { status: 422, means: 'More than 50 megapixels.' },
  MEDIA_TAKEN: { status: 409, means: 'Another picture of the library has this content.' },
  MEDIA_IN_USE: {
    status: 409,
    means: 'Something shows the picture.',
    action: 'Take it from what its page names first.',
  },
  MEDIA_NOT_PROCESSED: {
    status: 503,
    means: 'The sizes of the picture could not be made.',
    action: 'Try again; after five times, delete the picture.',
  },
  NOT_FORCED: { status: 400, means: 'The library has no bin: `force=true` is needed.' },
  MEDIA_GONE: { status: 404, means: 'Somebody has deleted the picture meanwhile.', action: 'Load the list again.' },
});
