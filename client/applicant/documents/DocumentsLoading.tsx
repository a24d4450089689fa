import { LoadingRegion, Skeleton } from "../../components/feedback/Skeleton";

export function DocumentsLoading() {
  return (
    <LoadingRegion>
      <Skeleton height={120} />
    </LoadingRegion>
  );
}
