export const uploadCallPath = (rest: string): string => `${rest}/uploads`;
export const removeUploadCallPath = (rest: string): string => `${rest}/uploads/remove`;
export const uploadPath = (id: string): string => `/uploads/${id}`;

export const uploadFileField = 'file';
/** Accepted types, separated by commas. */
export const uploadTypesField = 'types';
export const uploadIdField = 'id';

export const maxFilesPerForm = 10;

export interface UploadReply {
  readonly id: string;
  /** Cleaned. */
  readonly name: string;
  readonly bytes: number;
  readonly shown: string;
}
