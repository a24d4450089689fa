import { useState } from "react";
import { useStaffCountriesQuery } from "../../catalogue/admin/operations.generated";
import { addYears, isDay, todayInKolkata } from "../../../server/core/day.rules";
import { Button } from "../../components/Button";
import { DateField } from "../../components/DateField/DateField";
import { Form, SelectField, TextField } from "../../components/form/inputs";
import {
  assignmentNames,
  moneyNames,
  type ShowQueue,
  type ShownQueue,
  statusNames,
  wholeQueue,
} from "./queueFilter";
import styles from "./QueueFilters.module.css";

interface Props {
  shown: ShownQueue;
  onShow: ShowQueue;
}

export function QueueSearch({ shown, onShow }: Props) {
  const [typed, setTyped] = useTyped(shown.search);
  return (
    <Form
      role="search"
      className={`wrap ${styles["search"]}`}
      onSubmit={() => onShow(() => ({ ...wholeQueue, search: typed.trim() }))}
    >
      <TextField
        id="queue-search"
        label="Reference, mobile or passport number"
        className={styles["grow"]}
        type="search"
        value={typed}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onText={setTyped}
      />
      <Button type="submit">Search</Button>
    </Form>
  );
}

export function QueueFilters({ shown, onShow }: Props) {
  // Offers unpublished countries too, because their existing applications continue.
  const { data } = useStaffCountriesQuery();
  const set = (part: Partial<ShownQueue>) => onShow((present) => ({ ...present, search: "", ...part }));
  const countries = (data?.staffCountries ?? []).map(({ name }): [string, string] => [name, name]);
  const choice = (
    part: "status" | "country" | "assigned" | "money",
    label: string,
    empty: string,
    options: [value: string, name: string][],
  ) => {
    const value = shown[part];
    const isListed = value === "" || options.some(([known]) => known === value);
    return (
      <SelectField
        id={`queue-${part}`}
        label={label}
        empty={empty}
        options={isListed ? options : [[value, value], ...options]}
        value={value}
        onText={(chosen) => set({ [part]: chosen })}
      />
    );
  };

  return (
    <fieldset className={`stack-3 ${styles["filters"]}`}>
      <legend className="visually-hidden">Show</legend>
      {choice("status", "Status", "Whole queue", Object.entries(statusNames))}
      {choice("country", "Country", "All countries", countries)}
      {choice("assigned", "Assigned to", "Anyone", Object.entries(assignmentNames))}
      {choice("money", "Money", "Any", Object.entries(moneyNames))}
      <Day id="queue-from" label="Expected from" value={shown.from} onChange={(from) => set({ from })} />
      <Day id="queue-to" label="Expected until" value={shown.to} onChange={(to) => set({ to })} />
      <label className={`row gap-2 ${styles["check"]}`}>
        <input
          type="checkbox"
          className="tick"
          checked={shown.overdue}
          onChange={(event) => set({ overdue: event.target.checked })}
        />
        Overdue only
      </label>
    </fieldset>
  );
}

function Day(props: { id: string; label: string; value: string; onChange: (value: string) => void }) {
  const { value, onChange } = props;
  const [typed, setTyped] = useTyped(value);
  const [isLeft, setLeft] = useState(false);
  const today = todayInKolkata(new Date());
  return (
    <DateField
      {...props}
      value={typed}
      optional
      onChange={(text) => {
        setTyped(text);
        setLeft(false);
        if (text === "" || isDay(text)) onChange(text);
      }}
      onBlur={() => setLeft(true)}
      error={isLeft && typed && !isDay(typed) ? `${props.label} must be a real date` : undefined}
      calendar={{ from: addYears(today, -2), to: addYears(today, 2), opensAt: today, today }}
    />
  );
}

/** The text of an input whose value is in the address; other changes of the address replace the text. */
function useTyped(value: string) {
  const [typed, setTyped] = useState(value);
  const [last, setLast] = useState(value);
  if (last !== value) {
    setLast(value);
    setTyped(value);
  }
  return [typed, setTyped] as const;
}
