import { ApolloLink } from "@apollo/client/link";
import { OperationTypeNode } from "graphql";
import { defer, mergeMap, type Observable, of, tap } from "rxjs";

/**
 * Repeats a query if a mutation finished while the query was in flight. The query's response may be older than the
 * change and would overwrite it in the cache. A `refetch` would not help, because Apollo deduplicates it with the query
 * in flight.
 */
export function freshReads(): ApolloLink {
  let changes = 0;
  // A failed mutation counts too, because it may have taken effect.
  const count = () => void changes++;
  return new ApolloLink((operation, forward) => {
    if (operation.operationType === OperationTypeNode.MUTATION)
      return forward(operation).pipe(tap({ next: count, error: count }));
    const read = (): Observable<ApolloLink.Result> => {
      const before = changes;
      return forward(operation).pipe(mergeMap((result) => (changes === before ? of(result) : read())));
    };
    return defer(read);
  });
}
