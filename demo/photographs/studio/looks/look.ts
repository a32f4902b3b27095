/** One spot of a surface: where it is on the piece (mm), its coat, how open it lies, and its uv. */
export interface Spot {
  x: number;
  y: number;
  z: number;
  /** mm above the glaze line, edge sharpness 0-1, mm along the profile. */
  above: number;
  edge: number;
  arc: number;
  open: number;
  u: number;
  v: number;
}

/** Linear colour, roughness, relief in mm, and reflectance at normal incidence. */
export interface Look {
  red: number;
  green: number;
  blue: number;
  rough: number;
  relief: number;
  mirror: number;
}

export type Painter = (spot: Spot, look: Look) => void;

/** The look's colour moves by `share` towards another. */
export function tintLook(look: Look, [red, green, blue]: [number, number, number], share: number): void {
  look.red += (red - look.red) * share;
  look.green += (green - look.green) * share;
  look.blue += (blue - look.blue) * share;
}

export function scaleLook(look: Look, factor: number): void {
  look.red *= factor;
  look.green *= factor;
  look.blue *= factor;
}

export function setColour(look: Look, [red, green, blue]: [number, number, number]): void {
  look.red = red;
  look.green = green;
  look.blue = blue;
}
