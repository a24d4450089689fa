import { type ReactElement, useState, type ReactNode } from "react";
import { Button } from "../components/Button";
import { classes } from "../lib/classes";
import styles from "./Showcase.module.css";

/** A component in one state; with `wide`, it uses the whole width of the page. */
type Shown = ReactElement | { wide: ReactElement };

/** States by name. A state whose name ends with `hover` or `focus` is shown with that style. */
type States = Record<string, Shown>;

export const wide = (shown: ReactElement): Shown => ({ wide: shown });

/** Returns one state per name. */
export const each = <Name extends string>(names: readonly Name[], show: (name: Name) => Shown): States =>
  Object.fromEntries(names.map((name) => [name, show(name)]));

/** Shows a component's states under its name. */
export const example = (name: string, states: States) => <Example key={name} name={name} states={states} />;

/** An example with more columns. */
export const small = (name: string, states: States) => (
  <Example key={name} name={name} states={states} className={styles["small"]} />
);

function Example({ name, states, className }: { name: string; states: States; className?: string }) {
  return (
    <section
      id={name}
      data-component={name}
      className={`stack-4 ${styles["component"]}`}
      aria-labelledby={`${name}-name`}
    >
      <h2 id={`${name}-name`}>{name}</h2>
      <div className={classes(styles["states"], className)}>
        {Object.entries(states).map(([state, shown]) => (
          <figure
            key={state}
            className={classes("stack-2", styles["state"], "wide" in shown && styles["wide"])}
            data-pseudo={/(hover|focus)$/.exec(state)?.[0]}
          >
            <figcaption className="small">{state}</figcaption>
            {"wide" in shown ? shown.wide : shown}
          </figure>
        ))}
      </div>
    </section>
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
