import { useNavigate } from "react-router-dom";
import { paths } from "../../paths";
import { useCountriesQuery } from "../public.generated";
import { type FormEvent, useEffect, useEffectEvent, useRef } from "react";
import { findAlias } from "../../../server/modules/catalogue/countrySearch.rules";
import { Icon } from "../../components/Icon";
import { classes } from "../../lib/classes";
import { useVisualViewport } from "../../lib/hooks";
import { FlagImage } from "../FlagImage";
import styles from "./CountrySearch.module.css";
import { type CountryOption, splitAtMatch } from "./countryMatches";
import { type CountryBox, useCountryCombobox } from "./useCountryCombobox";

const inputId = "country-search";

export function CountrySearch({ text = "", onCover }: { text?: string; onCover?: boolean }) {
  const countries = useCountriesQuery().data?.countries ?? [];
  const navigate = useNavigate();
  const box = useCountryCombobox(countries, text, ({ leadVisa, countryUrl }) => {
    void navigate(leadVisa ? paths.visa(leadVisa.visaUrl) : paths.visas(countryUrl));
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    box.close();
    const wanted = box.text.trim();
    void navigate(wanted ? paths.visaSearch(wanted) : paths.visas());
  };

  return (
    <form
      role="search"
      // Without JavaScript, the text is sent as `q`.
      action={paths.visas()}
      method="get"
      className={classes(styles["form"], onCover && styles["onCover"])}
      onSubmit={submit}
    >
      <label htmlFor={inputId} className={styles["label"]}>
        Where are you going?
      </label>
      <div className={styles["box"]}>
        <CountryInput box={box} />
        <button type="submit" className={styles["button"]}>
          <Icon name="search" size={20} />
          <span className={styles["buttonText"]}>Search</span>
        </button>
        {box.hasOptions && <Options box={box} />}
        {box.isOpen && !box.hasOptions && countries.length > 0 && (
          <p className={styles["none"]}>
            No country matches '{box.text.trim()}'. Press Search for suggestions.
          </p>
        )}
      </div>
    </form>
  );
}

function CountryInput<Option extends CountryOption>({ box }: { box: CountryBox<Option> }) {
  const input = useRef<HTMLInputElement>(null);

  // Uses text that was typed into the server-rendered page before hydration.
  const takeOver = useEffectEvent(() => {
    const typed = input.current?.value ?? "";
    if (typed === box.text) return;
    box.type(typed);
    if (document.activeElement !== input.current) box.close();
  });
  useEffect(() => takeOver(), []);

  useEffect(() => {
    if (box.activeId) document.getElementById(box.activeId)?.scrollIntoView({ block: "nearest" });
  }, [box.activeId]);

  return (
    <input
      ref={input}
      id={inputId}
      name="q"
      type="text"
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={box.hasOptions}
      aria-controls={box.hasOptions ? box.listId : undefined}
      aria-activedescendant={box.activeId}
      autoComplete="off"
      autoCapitalize="words"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
      placeholder="Search by country..."
      className={styles["input"]}
      value={box.text}
      onChange={(event) => box.type(event.target.value)}
      onKeyDown={box.onKeyDown}
      onBlur={box.close}
    />
  );
}

function Options<Option extends CountryOption>({ box }: { box: CountryBox<Option> }) {
  const list = useListHeight();
  return (
    <ul
      ref={list}
      id={box.listId}
      role="listbox"
      aria-label="Countries"
      className={styles["list"]}
      // If a press took the focus from the box, the list would close before the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      {box.matches.map((country, index) => {
        const [before, match, after] = splitAtMatch(country.name, box.text);
        const alias = findAlias(country, box.text);
        return (
          <li
            key={country.countryUrl}
            id={box.optionId(index)}
            role="option"
            aria-selected={index === box.active}
            className={`row ${styles["option"]}`}
            onClick={() => box.pick(country)}
          >
            <FlagImage src={country.flagUrl} country={country.name} width={28} decorative />
            <span>
              {before}
              <mark>{match}</mark>
              {after}
              {alias && <small> ({alias})</small>}
              {country.leadVisa?.isTransit && <small> · transit</small>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const leastListHeight = 144;

/** Limits the list's height so that it stays above a phone's keyboard. Scrolls the box up if there is no room. */
function useListHeight() {
  const list = useRef<HTMLUListElement>(null);
  const lastHeight = useRef<number>(undefined);
  useVisualViewport(true, (viewport) => {
    const element = list.current;
    if (!element) return;
    const room = () => viewport.height + viewport.offsetTop - element.getBoundingClientRect().top - 8;
    // Scrolls only when the keyboard opens, so that the visitor can scroll away.
    if (lastHeight.current !== viewport.height && room() < leastListHeight)
      element.parentElement?.scrollIntoView({ behavior: "instant" });
    lastHeight.current = viewport.height;
    element.style.maxHeight = `${Math.max(leastListHeight, Math.min(room(), 384))}px`;
  });
  return list;
}
