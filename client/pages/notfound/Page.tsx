import NotFound from "../../layout/NotFound";

export default function NotFoundPage() {
  return <NotFound title="Page not found" />;
}
