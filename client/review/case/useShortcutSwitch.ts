import { useState } from "react";

const key = "visaport.desk.shortcuts";

/** Whether single keys work on the desk; kept on the device, on at first. */
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
