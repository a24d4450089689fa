import type { ChangeEvent, ComponentProps, ComponentType, ReactNode } from "react";
import { classes } from "../../lib/classes";
import styles from "./inputs.module.css";
import { Icon } from "../Icon";

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  onSubmit: () => unknown;
}

/** A form without the browser's validation, because it shows its own violations. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      noValidate
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    />
  );
}

export function TextInput({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input {...rest} type={type} className={classes(styles["input"], className)} />;
}

export function TextArea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...rest} rows={rows} className={classes(styles["input"], className)} />;
}

export function SelectInput({ className, ...rest }: ComponentProps<"select">) {
  return <select {...rest} className={classes(styles["input"], styles["select"], className)} />;
}

type Frame = Omit<ComponentProps<typeof Field>, "children">;
type Framed<Input> = Frame &
  Omit<Input, keyof Frame | "className"> & {
    inputClass?: string;
    /** Receives the text or the chosen value. */
    onText?: (text: string) => void;
  };

/** Returns a component that shows the input in a `Field`. Props of `Field` go to the field, all others to the input. */
function framed<Input extends { children?: ReactNode }>(Own: ComponentType<Input>) {
  return function FramedInput({ inputClass, onText, ...props }: Framed<Input>) {
    const { id, label, hint, error, optional, className, footer, ...input } = props as Framed<Input>;
    const onChange = onText && ((event: ChangeEvent<{ value: string }>) => onText(event.target.value));
    return (
      <Field {...{ id, label, hint, error, optional, className, footer }}>
        {(control) => (
          <Own
            {...(input as unknown as Input)}
            {...(onChange && { onChange })}
            {...control}
            className={inputClass}
          />
        )}
      </Field>
    );
  };
}

export const TextField = framed(TextInput);
export const TextAreaField = framed(TextArea);

const FramedSelect = framed(SelectInput);

interface SelectFieldProps extends ComponentProps<typeof FramedSelect> {
  options: readonly (readonly [value: string, name: string])[];
  empty?: string;
}

export function SelectField({ options, empty, ...rest }: SelectFieldProps) {
  return (
    <FramedSelect {...rest}>
      {empty && <option value="">{empty}</option>}
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </FramedSelect>
  );
}

/** Props that an input inside a `Field` has to spread. */
export interface FieldControlProps {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

interface FieldProps {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** The error message. Space for one line is reserved, so that the layout does not shift. */
  error?: string;
  optional?: boolean;
  className?: string;
  /** Shown below the error, e.g. a checkbox to confirm a rejected value. */
  footer?: ReactNode;
  children: (control: FieldControlProps) => ReactNode;
}

/** Label, hint, input and error line of a field, connected for screen readers. */
export function Field({ id, label, hint, error, optional, className, footer, children }: FieldProps) {
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = `${id}-error`;
  const describedBy = [hintId, error ? errorId : undefined].filter(Boolean).join(" ") || undefined;
  return (
    <div className={classes(styles["field"], className)}>
      <label htmlFor={id} className={styles["label"]}>
        {label}
        {optional && <span className={styles["optional"]}> (optional)</span>}
      </label>
      {hint && (
        <div id={hintId} className={`small ${styles["hint"]}`}>
          {hint}
        </div>
      )}
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy })}
      <FieldError id={errorId} error={error} />
      {footer}
    </div>
  );
}

/** The error line of an input; its id belongs in the input's `aria-describedby`. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p id={id} className={styles["error"]}>
      {error && (
        <>
          <Icon name="warning" />
          <span>
            <span className="visually-hidden">Error: </span>
            {error}
          </span>
        </>
      )}
    </p>
  );
}
