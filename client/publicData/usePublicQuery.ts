import { createContext, use, useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { keyOf, type PublicData } from "./PublicData";

/** Where the answers are; one for the open page, one for each page that the server renders. */
export const PublicDataContext = createContext<PublicData | undefined>(undefined);

const none = {};

/** The public data of the page. */
export function usePublicData(): PublicData {
  const source = use(PublicDataContext);
  if (!source) throw new Error("Public data needs a PublicDataContext above it");
  return source;
}

/**
 * What the generated hooks of `public.graphql` give; they name the operation and its text.
 *
 * @public
 */
export function usePublicQuery<Data>(
  operationName: string,
  query: string,
  variables: Record<string, unknown> = none,
): { data: Data | undefined; error: unknown; refetch: () => void } {
  const source = usePublicData();
  const key = keyOf({ operationName, variables });
  const read = () => source.read(key);
  const answer = useSyncExternalStore(
    useCallback((listener) => source.watch(key, listener), [source, key]),
    read,
    read,
  );
  // Variables are given anew at each render; what they say is in the key.
  const question = useMemo(
    () => ({ operationName, query, variables: JSON.parse(key.slice(operationName.length)) as typeof none }),
    [operationName, query, key],
  );

  const isWanted = answer.data === undefined && answer.error === undefined;
  // The server's page waits for what it shows.
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
