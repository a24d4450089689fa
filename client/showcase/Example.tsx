import { type ReactNode, useState } from "react";
import { Button } from "../components/Button";
import { classes } from "../lib/classes";
import styles from "./Showcase.module.css";

/** Shows a component's name and states. `small` fits more columns. */
export function Example(props: { of: string; small?: boolean; children: ReactNode }) {
  const { of: name, small, children } = props;
  return (
    <section id={name} data-component={name} className={styles["component"]} aria-labelledby={`${name}-name`}>
      <h2 id={`${name}-name`}>{name}</h2>
      <div className={classes(styles["states"], small && styles["small"])}>{children}</div>
    </section>
  );
}

interface StateProps {
  name: string;
  /** Applies the styles of `:hover` or `:focus-visible`. */
  pseudo?: "hover" | "focus";
  /** Uses the whole width of the page. */
  wide?: boolean;
  children: ReactNode;
}

export function State({ name, pseudo, wide, children }: StateProps) {
  return (
    <figure className={classes(styles["state"], wide && styles["wide"])} data-pseudo={pseudo}>
      <figcaption>{name}</figcaption>
      {children}
    </figure>
  );
}

/** A button that opens a dialog. Dialogs are not shown in place because only one can be open. */
export function Opener(props: { name: string; children: (isOpen: boolean, close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Open {props.name}
      </Button>
      {props.children(isOpen, () => setOpen(false))}
    </>
  );
}
