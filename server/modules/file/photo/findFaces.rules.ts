/** Finds faces and their eyes in a picture. */
import { cutSquare, fromSquare, type ColourPicture, type Point, type Square } from "./colourPicture.rules";
import type { FaceModel } from "./faceModel.rules";
import { heads, inputSide, numbersPerAnchor, runFaceNetwork } from "./faceNetwork.rules";

export interface Face {
  /** Confidence of the detection, from 0 to 1. */
  score: number;
  /** The centre and side of the box from forehead to chin, a square rotated by `tilt`. */
  centre: Point;
  side: number;
  /** The eyes; the first one is on the left in an upright picture. */
  eyes: readonly [Point, Point];
  /** Clockwise rotation of the line between the eyes from the horizontal, in degrees. */
  tilt: number;
}

/** Candidates with a lower score are ignored. */
const minScore = 0.4;
/** Boxes that overlap more than this are the same face. */
const maxOverlap = 0.3;

/** Longest side in pixels of the picture to search. */
export const maxSearchSide = 640;

/**
 * Returns the faces, highest score first. If no face is found, a thorough search also tries small faces and other
 * rotations.
 */
export function findFaces(picture: ColourPicture, model: FaceModel, isThorough = true): Face[] {
  for (const squares of listSquares(picture)) {
    const faces = keepSurest(squares.flatMap((square) => lookAt(picture, square, model)));
    if (faces.length > 0) return faces.map((face) => lookCloser(picture, face, model));
    if (!isThorough) break;
  }
  return [];
}

/**
 * Yields the whole picture, three parts of its upper half at about twice the size, and the picture in other rotations.
 */
function* listSquares({ width, height }: ColourPicture): Generator<Square[]> {
  const side = Math.max(width, height);
  const square = (x: number, y: number, share = 1, turn = 0) => ({
    centre: { x: x * width, y: y * height },
    side: side * share,
    turn,
  });
  yield [square(0.5, 0.5)];
  yield [0.25, 0.5, 0.75].map((x) => square(x, 0.35, 0.55));
  for (const turn of [90, -90, 180]) yield [square(0.5, 0.5, 1, turn)];
}

/** Side of the square in which a found face is detected again, as a multiple of the face's side. */
const closer = 1.9;

/**
 * Detects the face twice more in an upright cut around it and returns the mean, because the tilt of a single
 * detection is off by up to 5 degrees. One of the two cuts is mirrored to cancel the network's bias of one degree.
 */
function lookCloser(picture: ColourPicture, face: Face, model: FaceModel): Face {
  const square = { centre: face.centre, side: face.side * closer, turn: face.tilt };
  const looks = [false, true].flatMap((isMirrored) =>
    lookAt(picture, { ...square, isMirrored }, model).slice(0, 1),
  );
  if (looks.length < 2) return face;
  return { ...meanFace(looks), score: Math.max(face.score, looks[0]!.score) };
}

function tiltOf([left, right]: Face["eyes"]): number {
  return (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI;
}

/** Returns the faces in a square of the picture, in the picture's pixels. */
function lookAt(picture: ColourPicture, square: Square, model: FaceModel): Face[] {
  const results = runFaceNetwork(model, cutSquare(picture, square, inputSide));
  const found = heads.flatMap(({ side, anchors }, head) => {
    const { values, channels } = results[head]!;
    const faces: Face[] = [];
    for (let place = 0; place < side * side; place++)
      for (let anchor = 0; anchor < anchors; anchor++) {
        const score = 1 / (1 + Math.exp(-values[place * channels + anchor]!));
        if (score < minScore) continue;
        const from = place * channels + anchors + anchor * numbersPerAnchor;
        const numbers = values.subarray(from, from + numbersPerAnchor);
        const corner = { x: ((place % side) + 0.5) / side, y: (Math.floor(place / side) + 0.5) / side };
        faces.push(decode(numbers, corner, square, score));
      }
    return faces;
  });
  return keepSurest(found);
}

/** Decodes an anchor's numbers: centre and size of the box, then right eye, left eye, nose, mouth and both ears. */
function decode(numbers: Float32Array, anchor: Point, square: Square, score: number): Face {
  const point = (index: number) =>
    fromSquare(square, {
      x: anchor.x + numbers[index]! / inputSide,
      y: anchor.y + numbers[index + 1]! / inputSide,
    });
  const side = (numbers[3]! / inputSide) * square.side;
  const eyes = square.isMirrored ? ([point(6), point(4)] as const) : ([point(4), point(6)] as const);
  return { score, centre: point(0), side, eyes, tilt: tiltOf(eyes) };
}

/** Merges boxes of the same face. Their mean, weighted by score, is more stable than the best box. */
function keepSurest(found: readonly Face[]): Face[] {
  let left = [...found].sort((one, other) => other.score - one.score);
  const kept: Face[] = [];
  while (left.length > 0) {
    const same = left.filter((face) => overlap(left[0]!, face) > maxOverlap);
    kept.push(meanFace(same));
    left = left.filter((face) => !same.includes(face));
  }
  return kept;
}

function meanFace(faces: readonly Face[]): Face {
  const total = faces.reduce((sum, { score }) => sum + score, 0);
  const mean = (of: (face: Face) => number) =>
    faces.reduce((sum, face) => sum + of(face) * face.score, 0) / total;
  const point = (of: (face: Face) => Point) => ({
    x: mean((face) => of(face).x),
    y: mean((face) => of(face).y),
  });
  const eyes = [point((face) => face.eyes[0]), point((face) => face.eyes[1])] as const;
  return {
    score: faces[0]!.score,
    centre: point(({ centre }) => centre),
    side: mean(({ side }) => side),
    eyes,
    tilt: tiltOf(eyes),
  };
}

/** Returns the intersection of two boxes as a share of their union (IoU). */
function overlap(one: Face, other: Face): number {
  const along = (axis: "x" | "y") =>
    Math.max(
      0,
      Math.min(one.centre[axis] + one.side / 2, other.centre[axis] + other.side / 2) -
        Math.max(one.centre[axis] - one.side / 2, other.centre[axis] - other.side / 2),
    );
  const shared = along("x") * along("y");
  return shared / (one.side ** 2 + other.side ** 2 - shared);
}
