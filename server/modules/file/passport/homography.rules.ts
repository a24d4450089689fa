/** Maps one plane onto another, as a camera maps a page onto its picture. */

export type Point = readonly [x: number, y: number];
/** A 3×3 matrix, row by row. */
export type Homography = readonly [
  ...[a: number, b: number, c: number],
  ...[d: number, e: number, f: number],
  ...[g: number, h: number, i: number],
];
type Quad = readonly [Point, Point, Point, Point];

/** Returns the homography that maps each of four points to its counterpart (Gauss-Jordan elimination with partial pivoting). */
export function solveHomography(from: Quad, to: Quad): Homography {
  const rows = from.flatMap(([x, y], index) => {
    const [u, v] = to[index]!;
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  solveLinear(rows);
  return [...rows.map((row, index) => row[8]! / row[index]!), 1] as unknown as Homography;
}

/** Solves linear equations in place. Each row has n coefficients and a value. */
export function solveLinear(rows: number[][]): void {
  for (let column = 0; column < rows.length; column++) {
    let pivot = column;
    for (let row = column + 1; row < rows.length; row++)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let row = 0; row < rows.length; row++) {
      if (row === column) continue;
      const factor = rows[row]![column]! / rows[column]![column]!;
      for (let place = column; place <= rows.length; place++)
        rows[row]![place]! -= factor * rows[column]![place]!;
    }
  }
}

export function project([a, b, c, d, e, f, g, h, i]: Homography, x: number, y: number): Point {
  const w = g * x + h * y + i;
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
}
