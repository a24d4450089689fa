import NotFound from "../../layout/NotFound";

/** Any address that is none of ours. */
export default function NotFoundPage() {
  return <NotFound title="Page not found" />;
}
