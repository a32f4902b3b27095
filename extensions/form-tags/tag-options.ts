import { cssClass, domId } from '#features/form-definitions/index.ts';

export const isCssClass = (text: string) => cssClass.safeParse(text).success;

/** Reads the options of a tag, and remembers which were read, so that the rest can be named. */
export interface TagOptions {
  readonly has: (...names: readonly string[]) => boolean;
  /** Text after `name:`, of the first one that is readable. Others count as unread. */
  readonly get: (name: string, isReadable?: (text: string) => boolean) => string | undefined;
  readonly list: (name: string) => string[];
  /** What can be an id, and the names that can be classes. */
  readonly getId: () => string | undefined;
  readonly getClasses: () => string | undefined;
  readonly getInteger: (name: string) => number | undefined;
  /** The first option that has this shape, such as `40x10/200`. Only this one is read. */
  readonly match: (shape: RegExp) => RegExpExecArray | null;
  /** Options that have this shape mean nothing here, and need not be named. */
  readonly ignore: (shape: RegExp) => void;
  readonly unread: () => string[];
}

export function readOptions(options: readonly string[]): TagOptions {
  const read = new Set<number>();
  const list = (name: string, isReadable: (text: string) => boolean = () => true) =>
    options.flatMap((option, index) => {
      const text = option.slice(name.length + 1);
      if (!option.startsWith(`${name}:`) || !isReadable(text)) return [];
      read.add(index);
      return [text];
    });
  return {
    has: (...names) => options.filter((option, index) => names.includes(option) && read.add(index)).length > 0,
    get: (name, isReadable) => list(name, isReadable)[0],
    list: (name) => list(name),
    getId: () => list('id', (text) => domId.safeParse(text).success)[0],
    getClasses: () => list('class', isCssClass).join(' ') || undefined,
    getInteger: (name) => list(name, (text) => /^\d{1,9}$/.test(text)).map(Number)[0],
    match(shape) {
      const index = options.findIndex((option) => shape.test(option));
      read.add(index);
      return shape.exec(options[index] ?? '');
    },
    ignore(shape) {
      for (const [index, option] of options.entries()) if (shape.test(option)) read.add(index);
    },
    unread: () => options.filter((_, index) => !read.has(index)),
  };
}
