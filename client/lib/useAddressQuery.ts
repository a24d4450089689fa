import { startTransition, useOptimistic } from "react";
import { type NavigateOptions, useNavigate, useSearchParams } from "react-router-dom";

type ChangeQuery = (change: (present: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void;

/**
 * Returns the address's query and a function that changes it. A change starts from the current address rather
 * than the last render, so that quick successive changes are not lost. The new query is returned immediately,
 * although the router renders in a transition, so that an input never shows its old value.
 */
export function useAddressQuery(): [query: URLSearchParams, changeQuery: ChangeQuery] {
  const [rendered] = useSearchParams();
  const [query, showQuery] = useOptimistic(rendered);
  const navigate = useNavigate();
  return [
    query,
    (change, options) =>
      startTransition(() => {
        const changed = change(new URLSearchParams(window.location.search));
        showQuery(changed);
        void navigate(`?${changed}`, options);
      }),
  ];
}

/** Returns a copy with one parameter set; `undefined` removes it. */
export function withParameter(query: URLSearchParams, name: string, value?: string): URLSearchParams {
  const changed = new URLSearchParams(query);
  if (value === undefined) changed.delete(name);
  else changed.set(name, value);
  return changed;
}
