import { usePageTitle } from "../../../lib/usePageTitle";

/** The queue of the desk. */
export default function StaffQueuePage() {
  usePageTitle("Queue");
  return <h1 tabIndex={-1}>Queue</h1>;
}
