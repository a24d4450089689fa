import { useState } from "react";
import { Disclosure } from "../../components/Disclosure";
import styles from "./Case.module.css";

const keys = [
  { keys: ["[", "]"], what: "the previous document, the next document" },
  { keys: ["+", "-"], what: "zoom in, zoom out" },
  { keys: ["r", "R"], what: "turn the document right, left" },
  { keys: ["0"], what: "show the whole document again, upright" },
];

export function ShortcutHelp({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Disclosure summary="Keyboard shortcuts">
      <ul className={`stack-1 ${styles["keys"]}`}>
        {keys.map(({ keys: names, what }) => (
          <li key={what}>
            {names.map((name) => (
              <span key={name}>
                <kbd>{name}</kbd>{" "}
              </span>
            ))}
            {what}
          </li>
        ))}
        <li>
          <kbd>←</kbd> <kbd>→</kbd> another applicant, while one is chosen in the list; elsewhere they move a
          zoomed document that has the focus
        </li>
      </ul>
      <label className="touch gap-2">
        <input
          type="checkbox"
          className="tick"
          checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
        />
        Use single-key shortcuts (never while you type)
      </label>
    </Disclosure>
  );
}

const key = "visaport.desk.shortcuts";

/** Returns whether keyboard shortcuts are on, and a setter. Stored on the device; on by default. */
export function useShortcutSwitch(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => localStorage.getItem(key) !== "off");
  return [
    isOn,
    (next) => {
      localStorage.setItem(key, next ? "on" : "off");
      setOn(next);
    },
  ];
}
