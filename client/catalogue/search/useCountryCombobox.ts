import { useEffect, useId, useState, type KeyboardEvent } from "react";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { countryMatches, type CountryOption } from "./countryMatches";

const announceAfterMs = 400;
/** VoiceOver does not announce the active option of a combobox. */
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
  const [isWanted, setWanted] = useState(false);
  /** The highlighted option; -1 if the focus is on the text. */
  const [active, setActive] = useState(-1);
  const listId = useId();

  // The address changed, by Back or by a search.
  if (given !== lastGiven) {
    setLastGiven(given);
    setText(given);
  }

  const matches = countryMatches(countries, text);
  const isOpen = isWanted && text.trim() !== "";
  const hasOptions = isOpen && matches.length > 0;
  const activeOption = hasOptions ? matches[active] : undefined;

  const count = matches.length;
  useAnnouncements(isOpen ? text : undefined, count, activeOption?.name);

  const close = () => {
    setWanted(false);
    setActive(-1);
  };
  const pick = (country: Option) => {
    setText(country.name);
    close();
    onPick(country);
  };
  const type = (value: string) => {
    setText(value);
    setWanted(true);
    setActive(-1);
  };
  /** Moves the highlight up or down; past either end it returns to the text. */
  const move = (step: 1 | -1) => {
    setWanted(true);
    if (count === 0) return;
    setActive((present) => {
      const next = present + step;
      if (next >= count) return -1;
      return next < -1 ? count - 1 : next;
    });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // 229: Safari ends the composition before it reports the key that ended it.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    switch (event.key) {
      case "ArrowDown":
        event.preventDefault();
        return event.altKey ? setWanted(true) : move(1);
      case "ArrowUp":
        event.preventDefault();
        return event.altKey ? close() : move(-1);
      case "Enter": {
        event.preventDefault();
        const only = count === 1 ? matches[0] : undefined;
        const choice = activeOption ?? only;
        return choice && pick(choice);
      }
      case "Escape":
        if (!isOpen && !text) return;
        event.preventDefault();
        return isOpen ? close() : setText("");
      case "Tab":
        return close();
      case "Home":
      case "End":
      case "ArrowLeft":
      case "ArrowRight":
        return setActive(-1);
    }
  };

  const optionId = (index: number) => `${listId}-${index}`;
  return {
    text,
    matches,
    isOpen,
    hasOptions,
    active,
    listId,
    optionId,
    type,
    pick,
    close,
    onKeyDown,
    activeId: activeOption ? optionId(active) : undefined,
  };
}

/** Announces the number of matches of an open list's text, and on Apple's devices the active option. */
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
