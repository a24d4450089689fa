import { findProblem } from "../../lib/errorMessage";
import {
  KeptApplicantsDocument,
  useForgetApplicantsMutation,
  useKeepApplicantsMutation,
  useKeptApplicantsQuery,
  type KeptListFragment,
} from "./operations.generated";
import type { ApolloCache } from "@apollo/client";

const remember = (cache: ApolloCache, keptApplicants: KeptListFragment | null | undefined) => {
  if (keptApplicants) cache.writeQuery({ query: KeptApplicantsDocument, data: { keptApplicants } });
};

/** The account's kept applicants, and functions that change them and return an error message. */
export function useKeptApplicants({ skip = false }: { skip?: boolean } = {}) {
  const { data, loading } = useKeptApplicantsQuery({ skip, fetchPolicy: "cache-and-network" });
  const [keepThem] = useKeepApplicantsMutation();
  const [forgetThem] = useForgetApplicantsMutation();
  const kept = data?.keptApplicants;

  const keep = async (visaRequestId?: string): Promise<string | undefined> => {
    const input = { visaRequestId, consentTextVersion: kept?.consentTextVersion ?? "" };
    const answer = await keepThem({
      variables: { input },
      update: (cache, { data: changed }) => remember(cache, changed?.keepApplicants.keptApplicants),
    });
    return findProblem(answer);
  };
  const forget = async (keptApplicantIds?: string[]): Promise<string | undefined> => {
    const answer = await forgetThem({
      variables: { input: { keptApplicantIds } },
      update: (cache, { data: changed }) => remember(cache, changed?.forgetApplicants.keptApplicants),
    });
    return findProblem(answer);
  };
  // Checks `skip`, because Apollo keeps reporting `loading` if `skip` is set while the query is in flight.
  return { kept, isLoading: !skip && loading && !kept, keep, forget };
}
