import { useApolloClient } from "@apollo/client/react";
import { useEffect, useRef } from "react";
import { linkLifeMs } from "../../file/signedLinks";
import { type ApplicantPartsFragment, VisaLinkDocument } from "../operations.generated";

export type VisaHolder = Pick<
  ApplicantPartsFragment,
  "visaRequestId" | "visaApplicantId" | "firstName" | "lastName" | "approvedVisaSrc"
>;

/** Reports whether the signed URL of an applicant's visa has expired, and fetches a new one. */
export function useVisaLink({ visaRequestId, visaApplicantId, approvedVisaSrc: src }: VisaHolder) {
  const client = useApolloClient();
  const linkedAt = useRef(Date.now());
  useEffect(() => {
    linkedAt.current = Date.now();
  }, [src]);

  const findSrc = async () => {
    const { data } = await client.query({
      query: VisaLinkDocument,
      variables: { visaRequestId },
      fetchPolicy: "network-only",
    });
    const found = data?.visaRequest?.visaApplicants.find((one) => one.visaApplicantId === visaApplicantId);
    return found?.approvedVisaSrc;
  };
  const isOld = () => Date.now() - linkedAt.current >= linkLifeMs;
  return { isOld, findSrc };
}

export function useVisaFile(applicant: VisaHolder): () => Promise<File> {
  const { isOld, findSrc } = useVisaLink(applicant);
  const fetched = useRef<{ src: string; file: File }>(undefined);
  return async () => {
    const newest = applicant.approvedVisaSrc;
    if (fetched.current && fetched.current.src === newest) return fetched.current.file;
    const src = isOld() ? await findSrc() : newest;
    if (!src) throw new Error("There is no link to the visa");
    const response = await fetch(src, { referrerPolicy: "no-referrer" });
    if (!response.ok) throw new Error(`The visa could not be fetched: ${response.status}`);
    const blob = await response.blob();
    const [, name] = /filename\*=UTF-8''(\S+)/.exec(response.headers.get("content-disposition") ?? "") ?? [];
    const file = new File([blob], name ? decodeURIComponent(name) : "visa", { type: blob.type });
    fetched.current = { src: newest ?? src, file };
    return file;
  };
}
