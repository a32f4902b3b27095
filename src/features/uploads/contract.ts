/** Paths and replies for server and browser. */

/** Path of the call that stores a file, below the shop's {rest}. */
export const uploadCallPath = (rest: string): string => `${rest}/uploads`;
/** Path of the call that removes a file that no cart has. */
export const removeUploadCallPath = (rest: string): string => `${rest}/uploads/remove`;
/** Where the owner downloads a file. */
export const uploadPath = (id: string): string => `/uploads/${id}`;

/** Field of the call with the file. */
export const uploadFileField = 'file';
/** Field of the call with the accepted types, separated by commas. */
export const uploadTypesField = 'types';
export const uploadIdField = 'id';

/** Maximum number of files that one form sends. */
export const maxFilesPerForm = 10;

export interface UploadReply {
  /** What the add-on's field submits. */
  readonly id: string;
  /** Cleaned. */
  readonly name: string;
  readonly bytes: number;
  /** Name and size, as lines show them. */
  readonly shown: string;
}
