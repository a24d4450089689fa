/** Prefix of all paths in the page's world: `/test` in the test world, otherwise empty. */
export const basePath = /^\/test(?=\/|$)/i.test(globalThis.location?.pathname ?? "") ? "/test" : "";
