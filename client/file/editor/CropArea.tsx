import { useCallback, useEffect, useState } from "react";
import Cropper, { type Point, type Size as BoxSize } from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { minSidePixels } from "../../../server/modules/file/file.rules";
import { type Part, partOfRatio, type Size, sizeOfPart } from "../images/geometry";
import { useObjectUrl } from "../useObjectUrl";
import { keepInside, maxZoomFor } from "./cropGeometry";

export interface CropView {
  areaKey: string;
  /** The visible part, relative to the rotated picture. */
  part: Part;
  /** Zoom factor; at 1, as much of the picture as possible is visible. */
  zoom: number;
  maxZoom: number;
  zoomTo: (zoom: number) => void;
  move: (direction: Point) => void;
}

interface CropAreaProps {
  areaKey: string;
  picture: Blob;
  /** In pixels of the rotated original. */
  size: Size;
  ratio: number;
  first: Part;
  pictureName: string;
  onView: (view: CropView) => void;
}

const keyboardStep = 12;
/** Distance by which one press of a button moves the picture, as a fraction of the frame. */
const buttonStep = 0.08;

/** The cropper's areas are in percent. */
const scaled = ({ x, y, width, height }: Part, by: number): Part => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
});

/** A picture under a crop frame. Remount it for each rotation and frame. */
export function CropArea({ areaKey, picture, size, ratio, first, pictureName, onView }: CropAreaProps) {
  const url = useObjectUrl(picture);
  const [shownPart, setShownPart] = useState(first);
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [media, setMedia] = useState<BoxSize>();
  const [frame, setFrame] = useState<BoxSize>();
  const maxZoom = maxZoomFor(sizeOfPart(size, partOfRatio(size, ratio)), minSidePixels);

  const move = useCallback(
    (direction: Point) => {
      if (!media || !frame) return;
      setCrop((from) =>
        keepInside(
          {
            x: from.x + direction.x * frame.width * buttonStep,
            y: from.y + direction.y * frame.height * buttonStep,
          },
          { media, frame, zoom },
        ),
      );
    },
    [media, frame, zoom],
  );

  useEffect(() => {
    onView({ areaKey, part: shownPart, zoom, maxZoom, zoomTo: setZoom, move });
  }, [onView, areaKey, shownPart, zoom, maxZoom, move]);

  return (
    <Cropper
      image={url}
      disableAutomaticStylesInjection
      aspect={ratio}
      crop={crop}
      zoom={zoom}
      maxZoom={maxZoom}
      keyboardStep={keyboardStep}
      initialCroppedAreaPercentages={scaled(first, 100)}
      onCropChange={setCrop}
      onZoomChange={setZoom}
      onCropAreaChange={(area) => setShownPart(scaled(area, 1 / 100))}
      setMediaSize={setMedia}
      setCropSize={setFrame}
      cropperProps={{
        role: "application",
        "aria-label": `Frame of the ${pictureName}. Move the ${pictureName} under it with the arrow keys`,
      }}
    />
  );
}
