import { createContext, use, useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { toKey, type PublicData } from "./PublicData";

/** Provides the results, with one instance per open page and per page rendered on the server. */
export const PublicDataContext = createContext<PublicData | undefined>(undefined);

const none = {};

export function usePublicData(): PublicData {
  const source = use(PublicDataContext);
  if (!source) throw new Error("Public data needs a PublicDataContext above it");
  return source;
}

/**
 * Used by the generated hooks of `public.graphql`, which pass the operation's name and text.
 * @public
 */
export function usePublicQuery<Data>(
  operationName: string,
  query: string,
  variables: Record<string, unknown> = none,
): { data: Data | undefined; error: unknown; refetch: () => void } {
  const source = usePublicData();
  const key = toKey({ operationName, variables });
  const read = () => source.read(key);
  const answer = useSyncExternalStore(
    useCallback((listener) => source.watch(key, listener), [source, key]),
    read,
    read,
  );
  // Depends on the key, because the variables are a new object on each render.
  const question = useMemo(
    () => ({ operationName, query, variables: JSON.parse(key.slice(operationName.length)) as typeof none }),
    [operationName, query, key],
  );

  const isWanted = answer.data === undefined && answer.error === undefined;
  // On the server, rendering waits for the data.
  if (isWanted && typeof window === "undefined") use(source.load(question));
  useEffect(() => {
    if (isWanted) void source.load(question);
  }, [source, question, isWanted]);

  return {
    data: answer.data as Data | undefined,
    error: answer.error,
    refetch: () => void source.reload(question),
  };
}
