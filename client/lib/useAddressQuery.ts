import { startTransition, useOptimistic } from "react";
import { type NavigateOptions, useNavigate, useSearchParams } from "react-router-dom";

type ChangeQuery = (change: (present: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void;

/**
 * The query of the address, and a function that changes it. A change starts from the address itself, not from the last
 * render, so that of two quick changes none is lost. The router renders in a transition; here the new query is shown at
 * once, so that an input never falls back to its old value.
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

/** The same query with one parameter set; `undefined` removes it. */
export function withParameter(query: URLSearchParams, name: string, value?: string): URLSearchParams {
  const changed = new URLSearchParams(query);
  if (value === undefined) changed.delete(name);
  else changed.set(name, value);
  return changed;
}
