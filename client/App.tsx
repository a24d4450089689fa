import { lazy } from "react";
import { Route, Routes } from "react-router-dom";
import { LoginProvider } from "./auth/LoginProvider";
import { ToastProvider } from "./components/feedback/ToastProvider";
import { AccountLayout } from "./layout/AccountLayout";
import { Layout } from "./layout/Layout";
import { SessionGate } from "./layout/SessionGate";
import { routePatterns } from "./paths";

const HomePage = lazy(() => import("./pages/home/Page"));
const VisasPage = lazy(() => import("./pages/visas/Page"));
const VisaPage = lazy(() => import("./pages/visa/Page"));
const ApplicationsPage = lazy(() => import("./pages/applications/Page"));
const loadVisaRequestPage = () => import("./pages/visarequest/Page");
const VisaRequestPage = lazy(loadVisaRequestPage);
const VisaApplicantsPage = lazy(() => import("./pages/visaapplicants/Page"));
const ApplicationPage = lazy(() => import("./pages/application/Page"));
const ProfilePage = lazy(() => import("./pages/profile/Page"));
const FavPage = lazy(() => import("./pages/fav/Page"));
const PrivacyPage = lazy(() => import("./pages/privacy/Page"));
const AboutPage = lazy(() => import("./pages/about/Page"));
const ContactPage = lazy(() => import("./pages/contact/Page"));
const LogoutPage = lazy(() => import("./pages/logout/Page"));
const StaffConsole = lazy(() => import("./pages/staff/StaffConsole"));
const StaffQueuePage = lazy(() => import("./pages/staff/queue/Page"));
const StaffDeadMessagesPage = lazy(() => import("./pages/staff/deadMessages/Page"));
const CatalogueAdminPage = lazy(() => import("./pages/staff/catalogue/Page"));
const StaffCasePage = lazy(() => import("./pages/staff/case/Page"));
const NotFoundPage = lazy(() => import("./pages/notfound/Page"));

/** A failure is told when the page is opened. */
const prefetchWizard = () => void loadVisaRequestPage().catch(() => undefined);

/** All routes. Those under `SessionGate` need a login, those under `AccountLayout` have the side menu as well. */
export function App() {
  return (
    <ToastProvider>
      <LoginProvider>
        <Routes>
          <Route element={<Layout />}>
            <Route path={routePatterns.home} element={<HomePage />} />
            <Route path={routePatterns.visas} element={<VisasPage />} />
            <Route path={routePatterns.visa} element={<VisaPage prefetchWizard={prefetchWizard} />} />
            <Route element={<SessionGate />}>
              <Route element={<AccountLayout />}>
                <Route path={routePatterns.applications} element={<ApplicationsPage />} />
                <Route path={routePatterns.visarequest} element={<VisaRequestPage />} />
                <Route path={routePatterns.visaapplicants} element={<VisaApplicantsPage />} />
                <Route path={routePatterns.application} element={<ApplicationPage />} />
                <Route path={routePatterns.profile} element={<ProfilePage />} />
              </Route>
              <Route element={<StaffConsole />}>
                <Route path={routePatterns.staff} element={<StaffQueuePage />} />
                <Route path={routePatterns.staffDeadMessages} element={<StaffDeadMessagesPage />} />
                <Route path={routePatterns.catalogueAdmin} element={<CatalogueAdminPage />} />
                <Route path={routePatterns.staffCase} element={<StaffCasePage />} />
              </Route>
            </Route>
            <Route path={routePatterns.fav} element={<FavPage />} />
            <Route path={routePatterns.privacy} element={<PrivacyPage />} />
            <Route path={routePatterns.about} element={<AboutPage />} />
            <Route path={routePatterns.contact} element={<ContactPage />} />
            <Route path={routePatterns.logout} element={<LogoutPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Routes>
      </LoginProvider>
    </ToastProvider>
  );
}
