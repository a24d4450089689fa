import { useState } from "react";
import styles from "./DocumentViewer.module.css";

interface PictureDocumentProps {
  src: string;
  name: string;
  turn: number;
  onShown: () => void;
  onFailure: () => void;
}

/** A picture fitted to the viewer. */
export function PictureDocument({ src, name, turn, onShown, onFailure }: PictureDocumentProps) {
  const [loaded, setLoaded] = useState<string>();
  return (
    <>
      {loaded !== src && (
        <p role="status" className={styles["word"]}>
          Loading the picture…
        </p>
      )}
      <img
        src={src}
        alt={name}
        data-turn={turn}
        className={styles["sheet"]}
        referrerPolicy="no-referrer"
        draggable={false}
        onLoad={() => {
          setLoaded(src);
          onShown();
        }}
        onError={onFailure}
      />
    </>
  );
}
