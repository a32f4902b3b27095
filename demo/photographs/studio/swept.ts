import * as THREE from 'three';
import { createGrid, type Solid, type Vec3 } from './solid.ts';
import type { Surface } from './surfaces.ts';

export interface Swept {
  surface: Surface;
  /** Control points of the line that the section follows. */
  path: Vec3[];
  /** Half width (across) and half depth of the section at a share of the length. */
  size: (share: number) => [across: number, deep: number];
  /** Which way is across. */
  across?: Vec3;
  rows?: number;
  columns?: number;
  coat?: number;
  /** 2 is an ellipse; more is squarer. */
  squareness?: number;
}

/** A strap or stem: a rounded section carried along a smooth line, closed at both ends. */
export function swept({
  surface,
  path,
  size,
  across = [0, 0, 1],
  rows = 72,
  columns = 36,
  coat = 60,
  squareness = 2.3,
}: Swept): Solid {
  const line = new THREE.CatmullRomCurve3(
    path.map((point) => new THREE.Vector3(...point)),
    false,
    'centripetal',
  );
  const length = line.getLength();
  const side = new THREE.Vector3(...across).normalize();
  return createGrid(surface, { rows: rows + 2, columns, wrap: true }, (row, column) => {
    const share = Math.min(1, Math.max(0, (row - 1) / (rows - 1)));
    const at = line.getPointAt(share);
    const along = line.getTangentAt(share);
    const deep = new THREE.Vector3().crossVectors(along, side).normalize();
    const wide = new THREE.Vector3().crossVectors(deep, along).normalize();
    const angle = -(column / columns) * 2 * Math.PI;
    const closing = row === 0 || row === rows + 1 ? 0.001 : 1;
    const [halfWide, halfDeep] = size(share);
    const round = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / squareness);
    const [c, s] = [round(Math.cos(angle)), round(Math.sin(angle))];
    at.addScaledVector(wide, c * halfWide * closing).addScaledVector(deep, s * halfDeep * closing);
    return {
      at: [at.x, at.y, at.z],
      coat: [coat, 0.34 * Math.abs(c) ** 6, share * length, 0],
      uv: [column / columns, share * length],
    };
  });
}
