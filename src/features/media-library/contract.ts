/** Bytes of one picture. */
export const maxPictureBytes = 20_000_000;
/** Pictures that one form without script sends. */
export const maxFormPictures = 20;

/** Path of the call that stores a picture, below {platform_rest}. */
export const mediaCallPath = (platformRest: string): string => `${platformRest}/media`;
/** Path of the calls about one picture. */
export const mediaItemPath = (platformRest: string, id: string | number): string =>
  `${mediaCallPath(platformRest)}/${id}`;
/** Path of the call that makes the sizes of a picture. */
export const postProcessPath = (platformRest: string, id: string | number): string =>
  `${mediaItemPath(platformRest, id)}/post-process`;

export const mediaFileField = 'file';

/** The button of a field of pictures: `photographs.up.7`, `photographs.down.7`, `photographs.remove.7`, `photographs.show`. */
export const mediaButton = '_media';

/** A picture as calls answer it. */
export interface MediaReply {
  readonly id: number;
  readonly name: string;
  readonly alt: string;
  /** Address of the smallest size. */
  readonly image: string;
  /** Whether all of its sizes are made. */
  readonly isReady: boolean;
}
