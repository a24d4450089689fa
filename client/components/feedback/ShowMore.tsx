import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../Button";
import { InlineAlert } from "./InlineAlert";
import { useAnnounce } from "./ToastProvider";

interface Nodes {
  nodes: readonly unknown[];
}

/**
 * Returns an Apollo `updateQuery` that appends the next page to the list `name`. A row that is already in the list,
 * identified by its field `id`, is updated in place.
 */
export const appendTo =
  <Name extends string, Id extends string>(name: Name, id: Id) =>
  <Data extends Record<Name, { nodes: readonly Record<Id, string>[] }>>(
    previous: Data,
    { fetchMoreResult }: { fetchMoreResult: Data },
  ): Data => {
    // A `Map` keeps a key's position when the key is set again.
    const nodes = new Map(
      [...previous[name].nodes, ...fetchMoreResult[name].nodes].map((node) => [node[id], node]),
    );
    return { ...fetchMoreResult, [name]: { ...fetchMoreResult[name], nodes: [...nodes.values()] } };
  };

/**
 * Loads the next page of a list of `things`, and announces how many were added, unless `load` returns undefined. `list`
 * identifies the list if the page can show several: each has its own state.
 */
export function useMore(things: string, load: () => Promise<Nodes | undefined>, list = "") {
  const [states, setStates] = useState<Record<string, "idle" | "busy" | "failed">>({});
  const state = states[list] ?? "idle";
  const setState = (next: typeof state) => setStates((all) => ({ ...all, [list]: next }));
  const announce = useAnnounce();
  return {
    state,
    reset: () => setState("idle"),
    showMore: async () => {
      if (state === "busy") return;
      setState("busy");
      try {
        const page = await load();
        if (page) announce(`${page.nodes.length} more ${things} shown`);
        setState("idle");
      } catch {
        setState("failed");
      }
    },
  };
}

/**
 * Returns a function to call before more rows are loaded. Focuses the first new row, because the "Show more" button may
 * no longer exist.
 */
export function useFocusOnMore(count: number, focusRow: (index: number) => void): () => void {
  const before = useRef<number>(undefined);
  const focus = useEffectEvent(focusRow);
  useEffect(() => {
    if (before.current === undefined || count <= before.current) return;
    focus(before.current);
    before.current = undefined;
  }, [count]);
  return () => {
    before.current = count;
  };
}

interface ShowMoreProps {
  more: ReturnType<typeof useMore>;
  hasMore: boolean | undefined;
  label?: string;
  className?: string;
  onBegin?: () => void;
}

export function ShowMore({ more, hasMore, label = "Show more", className, onBegin }: ShowMoreProps) {
  const begin = () => {
    onBegin?.();
    void more.showMore();
  };
  return (
    <>
      {more.state === "failed" && <InlineAlert>We could not load more. Please try again.</InlineAlert>}
      {hasMore && (
        <Button variant="secondary" className={className} busy={more.state === "busy"} onClick={begin}>
          {label}
        </Button>
      )}
    </>
  );
}
