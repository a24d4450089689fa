import { useEffect, useState } from "react";
import type { Turn } from "../images/geometry";
import type { PictureResult } from "../images/pictureTasks";
import { workOnPicture } from "../images/workOnPicture";

/** Sharp enough on phones and laptops, and fast to rotate. */
const maxLongSide = 1600;

interface Shown {
  turn: Turn;
  picture: Blob;
}

/**
 * Returns a small rotated preview. The previous one stays visible while the next is drawn. `size` is the
 * original's in pixels, before any rotation.
 */
export function useTurnedPicture(file: Blob, turn: Turn) {
  const [upright, setUpright] = useState<PictureResult>();
  const [isUnreadable, setUnreadable] = useState(false);
  const [shown, setShown] = useState<Shown>();

  useEffect(() => {
    let isGone = false;
    void workOnPicture({ kind: "turn", file, turn: 0, maxLongSide }).then((result) => {
      if (isGone) return;
      setUpright(result);
      setUnreadable(!result);
    });
    return () => {
      isGone = true;
    };
  }, [file]);

  useEffect(() => {
    if (!upright) return;
    if (turn === 0) return setShown({ turn, picture: upright.jpeg });
    let isGone = false;
    void workOnPicture({ kind: "turn", file: upright.jpeg, turn, maxLongSide }).then((result) => {
      if (!isGone && result) setShown({ turn, picture: result.jpeg });
    });
    return () => {
      isGone = true;
    };
  }, [upright, turn]);

  return { size: upright?.source, isUnreadable, shown };
}
