import { NotFound } from "../../layout/NotFound";

/** No visa, and no country, has this address (spec §2). */
export function VisaNotFound() {
  return (
    <NotFound title="Visa not found!" text="We may have stopped offering it. Search for your country:" />
  );
}
