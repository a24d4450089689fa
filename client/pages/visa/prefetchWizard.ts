/** Fetches the wizard while the visitor still looks at Apply Now. */
export const prefetchWizard = () => void import("../visarequest/Page").catch(() => undefined);
