/** All client URLs are defined in this module only. */
const segment = (value: string) => encodeURIComponent(value);

/** Anchor of the corrections on an application's page. */
export const correctionsAnchor = "put-right";
/** Anchor of the missing documents on an application's page. */
export const documentsAnchor = "documents";

export const paths = {
  home: () => "/",
  visas: (countryUrl?: string) => (countryUrl ? `/visas/${segment(countryUrl)}` : "/visas"),
  /** The country list, filtered by names that contain `text`. */
  visaSearch: (text: string) => `/visas?q=${segment(text)}`,
  visa: (visaUrl: string) => `/visa/${segment(visaUrl)}`,
  applications: () => "/visa/applications",
  /** The wizard, at a step if one is given. */
  visarequest: (visaRequestId: string, step?: string) =>
    `/visarequest/${segment(visaRequestId)}${step ? `?step=${segment(step)}` : ""}`,
  visaapplicants: (visaRequestId: string) => `/visaapplicants/${segment(visaRequestId)}`,
  application: (visaRequestId: string) => `/application/${segment(visaRequestId)}`,
  /** The corrections on the application's page. */
  corrections: (visaRequestId: string) => `/application/${segment(visaRequestId)}#${correctionsAnchor}`,
  /** The missing documents on the application's page. */
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
