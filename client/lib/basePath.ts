/** Prefix of all paths in the page's world: `/test` in the test world, otherwise empty. */
export const basePath = /^\/test(?=\/|$)/i.test(globalThis.location?.pathname ?? "") ? "/test" : "";

/** Returns the name of an item in the browser's storage, which differs per world because both have the same origin. */
export const worldName = (name: string): string => `${basePath && "test-"}${name}`;

/** Returns the item's names in both worlds. */
export const worldNames = (name: string): string[] => [name, `test-${name}`];
