/** The only place where a URL of the client is spelled. */
const segment = (value: string) => encodeURIComponent(value);

/** The place of an application's page at which corrections are made. */
export const correctionsAnchor = "put-right";
/** The place of an application's page at which documents that are still needed are sent. */
export const documentsAnchor = "documents";

export const paths = {
  home: () => "/",
  visas: (countryUrl?: string) => (countryUrl ? `/visas/${segment(countryUrl)}` : "/visas"),
  /** The visa list, narrowed to the countries whose name contains `text`. */
  visaSearch: (text: string) => `/visas?q=${segment(text)}`,
  visa: (visaUrl: string) => `/visa/${segment(visaUrl)}`,
  applications: () => "/visa/applications",
  /** The wizard, opened at a step where one is given. */
  visarequest: (visaRequestId: string, step?: string) =>
    `/visarequest/${segment(visaRequestId)}${step ? `?step=${segment(step)}` : ""}`,
  visaapplicants: (visaRequestId: string) => `/visaapplicants/${segment(visaRequestId)}`,
  application: (visaRequestId: string) => `/application/${segment(visaRequestId)}`,
  /** The application's page, at what has to be put right. */
  corrections: (visaRequestId: string) => `/application/${segment(visaRequestId)}#${correctionsAnchor}`,
  /** The application's page, at the documents that are still needed. */
  documents: (visaRequestId: string) => `/application/${segment(visaRequestId)}#${documentsAnchor}`,
  /** The staff console. */
  staff: () => "/staff",
  staffCase: (visaRequestId: string) => `/staff/case/${segment(visaRequestId)}`,
  staffDeadMessages: () => "/staff/messages",
  catalogueAdmin: (countryUrl?: string) =>
    countryUrl ? `/staff/catalogue/${segment(countryUrl)}` : "/staff/catalogue",
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
  home: "/",
  visas: "/visas/:countryUrl?",
  visa: "/visa/:key?",
  applications: "/visa/applications",
  visarequest: "/visarequest/:visaRequestId?",
  visaapplicants: "/visaapplicants/:visaRequestId?",
  application: "/application/:visaRequestId?",
  staff: "/staff",
  staffCase: "/staff/case/:visaRequestId",
  staffDeadMessages: "/staff/messages",
  catalogueAdmin: "/staff/catalogue/:countryUrl?",
  fav: "/fav",
  profile: "/profile",
  privacy: "/privacy",
  terms: "/terms",
  about: "/about",
  contact: "/contact",
  logout: "/logout",
};
