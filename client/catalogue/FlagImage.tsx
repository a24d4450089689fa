import styles from "./FlagImage.module.css";

interface FlagImageProps {
  src: string;
  country: string;
  /** Width in px; the flags are 4:3. */
  width?: number;
  /** True if the country's name is next to the flag, so that it needs no alt text. */
  decorative?: boolean;
  lazy?: boolean;
}

export function FlagImage({ src, country, width = 64, decorative, lazy = true }: FlagImageProps) {
  return (
    <img
      src={src}
      alt={decorative ? "" : `Flag of ${country}`}
      width={width}
      height={Math.round((width * 3) / 4)}
      loading={lazy ? "lazy" : "eager"}
      decoding="async"
      className={styles["flag"]}
    />
  );
}
