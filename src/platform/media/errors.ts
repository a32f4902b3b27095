import { defineErrors } from '#platform/features/error-codes.ts';

export const imageErrors = defineErrors('Images', {
  NOT_AN_IMAGE: { means: 'Not a JPEG, PNG, GIF, WebP or AVIF file, or a damaged one. SVG is not supported.' },
  TOO_LARGE: { means: 'Larger than 20 MB.' },
  TOO_MANY_PIXELS: { means: 'More than 50 megapixels.' },
  NOT_FETCHED: {
    means:
      "The address returned no image. The reason is `ADDRESS` (not http or https), an HTTP status such as `STATUS_404`, or the network's own code.",
    action: 'Network and server errors are retried automatically.',
  },
  PRIVATE_ADDRESS: { means: 'The address leads into a private network.', action: 'Use a public address.' },
  TOO_MANY_REDIRECTS: { means: 'More than three redirects.' },
  TIMEOUT: { means: 'The image did not arrive within 10 seconds.', action: 'It is retried automatically.' },
  STORAGE_FULL: { means: 'The disk is full.', action: 'Free some space. It is retried automatically, for hours.' },
  NOT_STORED: { means: 'The image could not be stored; the log says why.', action: 'It is retried automatically.' },
  NOT_FOUND: { status: 404, means: 'No such image, or no such size of it.' },
  BUSY: { status: 503, means: 'Too many sizes are being generated.', action: 'Reload the page.' },
  TAKEN: { status: 409, means: 'Another picture has this content.' },
  REPLACED: { status: 302, means: 'The picture was replaced: the answer leads to the new one.' },
});
