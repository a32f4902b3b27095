export const maxPictureBytes = 20_000_000;
export const maxFormPictures = 20;

export const mediaCallPath = (platformRest: string): string => `${platformRest}/media`;
export const mediaItemPath = (platformRest: string, id: string | number): string =>
  `${mediaCallPath(platformRest)}/${id}`;
export const postProcessPath = (platformRest: string, id: string | number): string =>
  `${mediaItemPath(platformRest, id)}/post-process`;

export const mediaFileField = 'file';

/** The button of a field of pictures: `photographs.up.7`, `photographs.down.7`, `photographs.remove.7`, `photographs.show`. */
export const mediaButton = '_media';

export interface MediaReply {
  readonly id: number;
  readonly name: string;
  readonly alt: string;
  readonly image: string;
  readonly isReady: boolean;
}
