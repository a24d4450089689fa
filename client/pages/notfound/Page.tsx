import NotFound from "../../layout/NotFound";

/** Any address that does not exist. */
export default function NotFoundPage() {
  return <NotFound title="Page not found" />;
}
