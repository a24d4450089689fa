import { Price } from "../components/Price";

/** A line of a `dl` of amounts. */
export function AmountLine({ name, rupees }: { name: string; rupees: number }) {
  return (
    <div className="wrap spread gap-x-4">
      <dt>{name}</dt>
      <dd>
        <Price rupees={rupees} />
      </dd>
    </div>
  );
}
