import { classes } from "../lib/classes";
import styles from "./FlagImage.module.css";

interface FlagImageProps {
  src: string;
  country: string;
  /** Width in px; the flags are 4:3. */
  width?: number;
  /** The flag stands beside the country's name, and need not be read. */
  decorative?: boolean;
  lazy?: boolean;
  className?: string;
}

/** The flag of a country, with its space kept free. */
export function FlagImage({ src, country, width = 64, decorative, lazy = true, className }: FlagImageProps) {
  return (
    <img
      src={src}
      alt={decorative ? "" : `Flag of ${country}`}
      width={width}
      height={Math.round((width * 3) / 4)}
      loading={lazy ? "lazy" : "eager"}
      decoding="async"
      className={classes(styles["flag"], className)}
    />
  );
}
