import { useState } from "react";
import { useCountriesQuery } from "../../catalogue/public.generated";
import { addYears, isDay, todayInKolkata } from "../../../server/core/day.rules";
import { Button } from "../../components/Button";
import { DateField } from "../../components/DateField/DateField";
import { Field } from "../../components/form/Field";
import { SelectInput, TextInput } from "../../components/form/inputs";
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

/** Searches all applications by number. */
export function QueueSearch({ shown, onShow }: Props) {
  const [typed, setTyped] = useTyped(shown.search);
  return (
    <form
      role="search"
      className={styles["search"]}
      onSubmit={(event) => {
        event.preventDefault();
        onShow(() => ({ ...wholeQueue, search: typed.trim() }));
      }}
    >
      <Field id="queue-search" label="Reference, mobile or passport number" className={styles["grow"]}>
        {(control) => (
          <TextInput
            {...control}
            type="search"
            value={typed}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit">Search</Button>
    </form>
  );
}

/** The queue's filters; each change applies immediately. */
export function QueueFilters({ shown, onShow }: Props) {
  const { data } = useCountriesQuery();
  const set = (part: Partial<ShownQueue>) => onShow((present) => ({ ...present, search: "", ...part }));
  return (
    <fieldset className={styles["filters"]}>
      <legend className="visually-hidden">Show</legend>
      <Choice
        id="queue-status"
        label="Status"
        all="Whole queue"
        value={shown.status}
        options={Object.entries(statusNames)}
        onChoose={(status) => set({ status })}
      />
      <Choice
        id="queue-country"
        label="Country"
        all="All countries"
        value={shown.country}
        options={(data?.countries ?? []).map(({ name }) => [name, name])}
        onChoose={(country) => set({ country })}
      />
      <Choice
        id="queue-assigned"
        label="Assigned to"
        all="Anyone"
        value={shown.assigned}
        options={Object.entries(assignmentNames)}
        onChoose={(assigned) => set({ assigned })}
      />
      <Choice
        id="queue-money"
        label="Money"
        all="Any"
        value={shown.money}
        options={Object.entries(moneyNames)}
        onChoose={(money) => set({ money })}
      />
      <Day id="queue-from" label="Expected from" value={shown.from} onChange={(from) => set({ from })} />
      <Day id="queue-to" label="Expected until" value={shown.to} onChange={(to) => set({ to })} />
      <label className={styles["check"]}>
        <input
          type="checkbox"
          checked={shown.overdue}
          onChange={(event) => set({ overdue: event.target.checked })}
        />
        Overdue only
      </label>
    </fieldset>
  );
}

function Choice(props: {
  id: string;
  label: string;
  all: string;
  value: string;
  options: [value: string, name: string][];
  onChoose: (value: string) => void;
}) {
  const { id, label, all, value, options, onChoose } = props;
  const isListed = value === "" || options.some(([known]) => known === value);
  return (
    <Field id={id} label={label}>
      {(control) => (
        <SelectInput {...control} value={value} onChange={(event) => onChoose(event.target.value)}>
          <option value="">{all}</option>
          {!isListed && <option value={value}>{value}</option>}
          {options.map(([known, name]) => (
            <option key={known} value={known}>
              {name}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
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

/** Input text for a value in the address; follows the address when it changes elsewhere. */
function useTyped(value: string) {
  const [typed, setTyped] = useState(value);
  const [last, setLast] = useState(value);
  if (last !== value) {
    setLast(value);
    setTyped(value);
  }
  return [typed, setTyped] as const;
}
