import { ApolloLink } from "@apollo/client/link";
import { OperationTypeNode } from "graphql";
import { defer, mergeMap, type Observable, of, tap } from "rxjs";

/**
 * Repeats a query if a change was made in the meantime. Its response may be from before the change, which it would
 * undo in the cache; and Apollo would answer a reload after the change from the same query in flight.
 */
export function freshReads(): ApolloLink {
  let changes = 0;
  // A failed call may have made its change.
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
