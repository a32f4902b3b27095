/** Reads the options of a tag, and remembers which were read, so that the rest can be named. */
export interface TagOptions {
  readonly has: (...names: readonly string[]) => boolean;
  /** Text after `name:`, of the first one. */
  readonly get: (name: string) => string | undefined;
  readonly list: (name: string) => string[];
  readonly getInteger: (name: string) => number | undefined;
  /** The first option that has this shape, such as `40x10/200`. Only this one is read. */
  readonly match: (shape: RegExp) => RegExpExecArray | null;
  /** Options that have this shape mean nothing here, and need not be named. */
  readonly ignore: (shape: RegExp) => void;
  readonly unread: () => string[];
}

export function readOptions(options: readonly string[]): TagOptions {
  const read = new Set<number>();
  const list = (name: string) =>
    options.flatMap((option, index) => {
      if (!option.startsWith(`${name}:`)) return [];
      read.add(index);
      return [option.slice(name.length + 1)];
    });
  return {
    has: (...names) => options.filter((option, index) => names.includes(option) && read.add(index)).length > 0,
    get: (name) => list(name)[0],
    list,
    getInteger: (name) =>
      list(name)
        .filter((text) => /^\d{1,9}$/.test(text))
        .map(Number)[0],
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
