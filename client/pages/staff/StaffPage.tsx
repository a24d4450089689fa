import { lazy } from "react";
import { matchPath, useLocation } from "react-router-dom";
import { routePatterns } from "../../paths";

const pages = [
  { path: routePatterns.staff, Page: lazy(() => import("./queue/Page")) },
  { path: routePatterns.staffCase, Page: lazy(() => import("./case/Page")) },
  { path: routePatterns.staffDeadMessages, Page: lazy(() => import("./deadMessages/Page")) },
  { path: routePatterns.catalogueAdmin, Page: lazy(() => import("./catalogue/Page")) },
  { path: routePatterns.staffPartners, Page: lazy(() => import("./partners/Page")) },
];

/** Chooses the page of the staff console here, so that public pages do not load the list of its pages. */
export function StaffPage() {
  const { pathname } = useLocation();
  const found = pages.find(({ path }) => matchPath(path, pathname));
  return found && <found.Page />;
}
