/** Defines all URLs of the client. */
const segment = (value: string) => encodeURIComponent(value);

/** Anchor of the corrections on an application's page. */
export const correctionsAnchor = "put-right";
/** Anchor of the missing documents on an application's page. */
export const documentsAnchor = "documents";

export const paths = {
  home: () => "/",
  visas: (countryUrl?: string) => (countryUrl ? `/visas/${segment(countryUrl)}` : "/visas"),
  /** The country list, filtered by `text`. */
  visaSearch: (text: string) => `/visas?q=${segment(text)}`,
  visa: (visaUrl: string) => `/visa/${segment(visaUrl)}`,
  applications: () => "/visa/applications",
  /** The wizard. In the query, `step` selects a step and `applicant` is the id of an existing applicant. */
  visarequest: (visaRequestId: string, query?: Record<string, string>) =>
    `/visarequest/${segment(visaRequestId)}${query ? `?${new URLSearchParams(query)}` : ""}`,
  visaapplicants: (visaRequestId: string) => `/visaapplicants/${segment(visaRequestId)}`,
  application: (visaRequestId: string) => `/application/${segment(visaRequestId)}`,
  corrections: (visaRequestId: string) => `/application/${segment(visaRequestId)}#${correctionsAnchor}`,
  documents: (visaRequestId: string) => `/application/${segment(visaRequestId)}#${documentsAnchor}`,
  /** The page of a partner's hand-over link. */
  take: (token: string) => `/take/${segment(token)}`,
  staff: () => "/staff",
  staffCase: (visaRequestId: string) => `/staff/case/${segment(visaRequestId)}`,
  staffDeadMessages: () => "/staff/messages",
  catalogueAdmin: (countryUrl?: string) =>
    countryUrl ? `/staff/catalogue/${segment(countryUrl)}` : "/staff/catalogue",
  staffPartners: () => "/staff/partners",
  partners: () => "/partners",
  /** Served outside the client. */
  developers: () => "/developers",
  fav: () => "/fav",
  profile: () => "/profile",
  privacy: () => "/privacy",
  retention: () => "/privacy#keep",
  terms: () => "/terms",
  refunds: () => "/terms#refunds",
  about: () => "/about",
  contact: () => "/contact",
  help: () => "/contact#help",
  logout: () => "/logout",
};

/** The same URLs as patterns for the router. */
export const routePatterns = {
  home: paths.home(),
  visas: "/visas/:countryUrl?",
  visa: "/visa/:key?",
  applications: paths.applications(),
  visarequest: "/visarequest/:visaRequestId?",
  visaapplicants: "/visaapplicants/:visaRequestId?",
  application: "/application/:visaRequestId?",
  take: "/take/:token",
  staff: paths.staff(),
  staffCase: "/staff/case/:visaRequestId",
  staffDeadMessages: paths.staffDeadMessages(),
  catalogueAdmin: "/staff/catalogue/:countryUrl?",
  staffPartners: paths.staffPartners(),
  partners: paths.partners(),
  fav: paths.fav(),
  profile: paths.profile(),
  privacy: paths.privacy(),
  terms: paths.terms(),
  about: paths.about(),
  contact: paths.contact(),
  logout: paths.logout(),
};

export const staffPatterns = Object.values(routePatterns).filter((pattern) => pattern.startsWith("/staff"));

/** Public pages with a fixed address; the others are those of countries and visas. */
export const fixedPages = [
  paths.home(),
  paths.privacy(),
  paths.terms(),
  paths.about(),
  paths.contact(),
  paths.fav(),
];

/** True if the key of a visa's page is its id rather than a slug. */
export const isVisaId = (key: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key);
