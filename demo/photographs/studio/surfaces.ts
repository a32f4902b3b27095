/** What a surface is made of. Colours are sRGB `#rrggbb`; sizes are mm; shares are 0-1. */
export type Surface = Glazed | Backdrop | Wood | Cloth | Plaster | Paper | Organic | Printed | Liquid | Glow;

export interface Glaze {
  /** Where the coat is thick, and where it is thin. */
  thick: string;
  thin: string;
  /** Colour at lips and ridges, and how strongly it shows there. */
  edge: string;
  breaking: number;
  speckle: string;
  /** Share of cells with a speck, and the size of the largest. */
  speckles: number;
  speckSize: number;
  roughness: number;
  /** Cloudiness of the coat, height of runs at the glaze line, strength of throwing rings. */
  mottle: number;
  run: number;
  rings: number;
  /** Fine crystals and breaking in the body of the coat, as in iron glazes. */
  variegation: number;
}

export interface Clay {
  colour: string;
  flash: string;
  speckle: string;
}

export interface Glazed {
  kind: 'glazed';
  glaze: Glaze;
  clay: Clay;
  seed: number;
}

interface Plain<Kind extends string> {
  kind: Kind;
  colour: string;
  second: string;
  roughness: number;
  seed: number;
}

export type Backdrop = Plain<'backdrop'>;
export type Wood = Plain<'wood'>;
export type Cloth = Plain<'cloth'>;
export type Plaster = Plain<'plaster'>;
export type Paper = Plain<'paper'>;
export type Organic = Plain<'organic'>;
export type Liquid = Plain<'liquid'>;
/** Emits `strength` times its colour; white paper in the key light is about 1. */
export interface Glow extends Plain<'glow'> {
  strength: number;
  /** Height and reach in mm of the bulb behind it, where it is brightest. */
  bulb?: [height: number, reach: number];
  /** Too small for baked light, such as a flame: it lights nothing else. */
  tiny?: boolean;
}
export interface Printed extends Plain<'printed'> {
  /** Names a drawing in prints.ts, laid over the sheet by its uv. */
  print: string;
  /** 1 for bookcloth, 0 for smooth paper. */
  weave: number;
}

export function linear(colour: string): [number, number, number] {
  const channel = (start: number) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** The colour that light takes on when it bounces off: linear. */
export function bounceColour(surface: Surface): [number, number, number] {
  if (surface.kind !== 'glazed') return linear(surface.colour);
  const [thick, thin] = [linear(surface.glaze.thick), linear(surface.glaze.thin)];
  return [(thick[0] + thin[0]) / 2, (thick[1] + thin[1]) / 2, (thick[2] + thin[2]) / 2];
}

/** Lamps light the room this many times brighter than they look in the picture. */
const unseen = 3;

/** The light that a surface gives to the room: linear. */
export function emission(surface: Surface): [number, number, number] {
  if (surface.kind !== 'glow' || surface.tiny) return [0, 0, 0];
  const [red, green, blue] = linear(surface.colour);
  const given = surface.strength * unseen;
  return [red * given, green * given, blue * given];
}
