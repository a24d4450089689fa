import { lazy } from "react";
import { Route, Routes } from "react-router-dom";
import { lazyWithApollo, loadWithApollo } from "./auth/lazyWithApollo";
import { LoginProvider } from "./auth/LoginProvider";
import { ToastProvider } from "./components/feedback/ToastProvider";
import { Layout } from "./layout/Layout";
import { SessionGate } from "./layout/SessionGate";
import { paths, routePatterns, staffPatterns } from "./paths";

/** Read-only pages, without Apollo: at most 102 KiB of gzipped scripts, including the layout (docs/decisions/0029). */
const HomePage = lazy(() => import("./pages/home/Page"));
const CountryListPage = lazy(() => import("./pages/visas/CountryListPage"));
const CountryPage = lazy(() => import("./pages/visas/CountryPage"));
const VisaPage = lazy(() => import("./pages/visa/Page"));
const FavPage = lazy(() => import("./pages/fav/Page"));
const PrivacyPage = lazy(() => import("./pages/privacy/Page"));
const TermsPage = lazy(() => import("./pages/terms/Page"));
const AboutPage = lazy(() => import("./pages/about/Page"));
const ContactPage = lazy(() => import("./pages/contact/Page"));
const NotFoundPage = lazy(() => import("./pages/notfound/Page"));

/** Pages with forms or personal data. */
const AccountLayout = lazy(() => import("./layout/AccountLayout"));
const ApplicationsPage = lazyWithApollo(() => import("./pages/applications/Page"));
const loadVisaRequestPage = () => loadWithApollo(() => import("./pages/visarequest/Page"));
const VisaRequestPage = lazy(loadVisaRequestPage);
const VisaApplicantsPage = lazyWithApollo(() => import("./pages/visaapplicants/Page"));
const ApplicationPage = lazyWithApollo(() => import("./pages/application/Page"));
const TakePage = lazyWithApollo(() => import("./pages/take/Page"));
const ProfilePage = lazyWithApollo(() => import("./pages/profile/Page"));
const PartnersPage = lazyWithApollo(() => import("./pages/partners/Page"));
const LogoutPage = lazyWithApollo(() => import("./pages/logout/Page"));
const StaffConsole = lazyWithApollo(() => import("./pages/staff/StaffConsole"));

/** Ignores a failure, which is reported when the page is opened. */
const prefetchWizard = () => void loadVisaRequestPage().catch(() => undefined);

/** All routes. `SessionGate` requires a login; `AccountLayout` adds the side menu. */
export function App() {
  return (
    <ToastProvider>
      <LoginProvider>
        <Routes>
          <Route element={<Layout />}>
            <Route path={routePatterns.home} element={<HomePage />} />
            <Route path={paths.visas()} element={<CountryListPage />} />
            <Route path={routePatterns.visas} element={<CountryPage />} />
            <Route path={routePatterns.visa} element={<VisaPage prefetchWizard={prefetchWizard} />} />
            <Route element={<SessionGate />}>
              <Route element={<AccountLayout />}>
                <Route path={routePatterns.applications} element={<ApplicationsPage />} />
                <Route path={routePatterns.visaapplicants} element={<VisaApplicantsPage />} />
                <Route path={routePatterns.application} element={<ApplicationPage />} />
                <Route path={routePatterns.partners} element={<PartnersPage />} />
                <Route path={routePatterns.profile} element={<ProfilePage />} />
              </Route>
              <Route path={routePatterns.visarequest} element={<VisaRequestPage />} />
              {staffPatterns.map((path) => (
                <Route key={path} path={path} element={<StaffConsole />} />
              ))}
            </Route>
            <Route path={routePatterns.take} element={<TakePage />} />
            <Route path={routePatterns.fav} element={<FavPage />} />
            <Route path={routePatterns.privacy} element={<PrivacyPage />} />
            <Route path={routePatterns.terms} element={<TermsPage />} />
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
