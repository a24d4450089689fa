/** Proposes the part of a picture that shows the face as the rules of a visa require. */
import { measureBackground } from "./background.rules";
import type { ColourPicture } from "./colourPicture.rules";
import type { FaceModel } from "./faceModel.rules";
import { findFaces, type Face } from "./findFaces.rules";
import { measureHead, middleOfEyes } from "./measureHead.rules";
import type { PhotoRules, Range } from "./photoRules.rules";

/** `part` is in fractions of the picture after the clockwise rotation. */
export interface CropProposal {
  turn: 0 | 90 | 180 | 270;
  part: { x: number; y: number; width: number; height: number };
  /**
   * The head's height as a share of the whole picture's height, which is far smaller if the face is the portrait on a
   * passport page.
   */
  headShare: number;
}

/** Share of the height not filled by the head that is left above it. */
const shareAbove = 0.4;

/** Returns undefined if there is no face, or if there are several and none is far larger than the others. */
export function proposeCrop(
  picture: ColourPicture,
  model: FaceModel,
  rules: PhotoRules,
  isThorough = true,
): CropProposal | undefined {
  const [first, second] = findFaces(picture, model, isThorough).sort((one, other) => other.side - one.side);
  if (!first || (second && second.side > first.side * 0.6)) return undefined;
  const turn = quarterOf(-first.tilt);
  // Most rotated pictures are pages, not portraits, so their background is not measured.
  const head = measureHead(picture, first, turn === 0 ? measureBackground(picture, first) : undefined);
  const upright = turnFace(first, picture, turn);
  const size = turn % 180 === 0 ? picture : { width: picture.height, height: picture.width };
  const headHeight = (head.min + head.max) / 2;
  return { turn, part: placePart(upright, headHeight, size, rules), headShare: headHeight / size.height };
}

function placePart(
  face: Face,
  headHeight: number,
  { width, height }: Pick<ColourPicture, "width" | "height">,
  { headHeight: rule, ratio, eyeLine }: PhotoRules,
): CropProposal["part"] {
  const share = middle(rule);
  const partHeight = Math.min(headHeight / share, height, width / ratio);
  const partWidth = partHeight * ratio;
  const eyes = middleOfEyes(face);
  // The eyes are roughly halfway up the head.
  const wanted = (1 - share) * shareAbove + share / 2;
  const fromTop = Math.min(1 - eyeLine.min - 0.02, Math.max(1 - eyeLine.max + 0.02, wanted));
  const x = clamp(eyes.x - partWidth / 2, width - partWidth);
  const y = clamp(eyes.y - partHeight * fromTop, height - partHeight);
  return { x: x / width, y: y / height, width: partWidth / width, height: partHeight / height };
}

const middle = ({ min, max }: Range) => (min + max) / 2;
const clamp = (value: number, max: number) => Math.min(Math.max(0, value), Math.max(0, max));

/** Returns the nearest quarter turn. */
function quarterOf(degrees: number): CropProposal["turn"] {
  return ((((Math.round(degrees / 90) * 90) % 360) + 360) % 360) as CropProposal["turn"];
}

/** Converts a face's positions to those in the rotated picture. */
function turnFace(face: Face, { width, height }: ColourPicture, turn: CropProposal["turn"]): Face {
  const move = ({ x, y }: Face["centre"]) => {
    if (turn === 90) return { x: height - y, y: x };
    if (turn === 180) return { x: width - x, y: height - y };
    return turn === 270 ? { x: y, y: width - x } : { x, y };
  };
  return {
    ...face,
    centre: move(face.centre),
    eyes: [move(face.eyes[0]), move(face.eyes[1])],
  };
}
