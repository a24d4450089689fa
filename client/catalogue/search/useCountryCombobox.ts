import { useEffect, useId, useState, type KeyboardEvent } from "react";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { countryMatches, type CountryOption } from "./countryMatches";

const announceAfterMs = 400;
/** True on Apple's devices, whose VoiceOver does not announce the active option of a combobox. */
const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

export type CountryBox<Option extends CountryOption> = ReturnType<typeof useCountryCombobox<Option>>;

/** State and keyboard handling: APG "editable combobox, list autocomplete, manual selection". */
export function useCountryCombobox<Option extends CountryOption>(
  countries: Option[],
  given: string,
  onPick: (country: Option) => void,
) {
  const [text, setText] = useState(given);
  const [lastGiven, setLastGiven] = useState(given);
  const matches = countryMatches(countries, text);
  const list = useMatchList(matches, text.trim() !== "");
  const { isOpen, activeOption } = list;

  // Takes over the text in the address, which browser Back or a search has changed.
  if (given !== lastGiven) {
    setLastGiven(given);
    setText(given);
  }

  useAnnouncements(isOpen ? text : undefined, matches.length, activeOption?.name);

  const pick = (country: Option) => {
    setText(country.name);
    list.close();
    onPick(country);
  };
  const type = (value: string) => {
    setText(value);
    list.open();
    list.leave();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Ignores keys during an IME composition. Safari sends the key that ends it afterwards, with the code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    switch (event.key) {
      case "ArrowDown":
        event.preventDefault();
        return event.altKey ? list.open() : list.move(1);
      case "ArrowUp":
        event.preventDefault();
        return event.altKey ? list.close() : list.move(-1);
      case "Enter": {
        event.preventDefault();
        const choice = activeOption ?? (matches.length === 1 ? matches[0] : undefined);
        return choice && pick(choice);
      }
      case "Escape":
        if (!isOpen && !text) return;
        event.preventDefault();
        return isOpen ? list.close() : setText("");
      case "Tab":
        return list.close();
      case "Home":
      case "End":
      case "ArrowLeft":
      case "ArrowRight":
        return list.leave();
    }
  };

  return { ...list, text, matches, type, pick, onKeyDown };
}

/** The list of matches: whether it is open, and which option is highlighted. */
function useMatchList<Option>(matches: Option[], hasText: boolean) {
  const [isWanted, setWanted] = useState(false);
  /** The highlighted option; -1 if the focus is on the text. */
  const [active, setActive] = useState(-1);
  const listId = useId();
  const isOpen = isWanted && hasText;
  const hasOptions = isOpen && matches.length > 0;
  const activeOption = hasOptions ? matches[active] : undefined;
  const optionId = (index: number) => `${listId}-${index}`;

  const open = () => setWanted(true);
  const leave = () => setActive(-1);
  const close = () => {
    setWanted(false);
    leave();
  };
  /** Moves the highlight up or down; past either end it returns to the text. */
  const move = (step: 1 | -1) => {
    open();
    const count = matches.length;
    if (count === 0) return;
    setActive((present) => {
      const next = present + step;
      if (next >= count) return -1;
      return next < -1 ? count - 1 : next;
    });
  };

  const activeId = activeOption && optionId(active);
  return { listId, isOpen, hasOptions, active, activeOption, activeId, optionId, open, close, leave, move };
}

/** Announces the number of matches while the list is open and, on Apple's devices, the active option. */
function useAnnouncements(openText: string | undefined, count: number, activeName: string | undefined): void {
  const announce = useAnnounce();

  useEffect(() => {
    if (openText === undefined) return;
    const message = count === 0 ? "No country matches" : count === 1 ? "1 country" : `${count} countries`;
    const timer = setTimeout(() => announce(message), announceAfterMs);
    return () => clearTimeout(timer);
  }, [openText, count, announce]);

  useEffect(() => {
    if (activeName && isApple()) announce(activeName);
  }, [activeName, announce]);
}
