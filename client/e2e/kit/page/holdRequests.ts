import type { Page, Request } from "playwright-core";

/** Holds the page's matching requests until `letGo`. `isHeld` resolves once a request is held. */
export async function holdRequests(
  page: Page,
  address: string,
  isMeant: (request: Request) => boolean = () => true,
) {
  let hold = () => {};
  const isHeld = new Promise<void>((resolve) => (hold = resolve));
  let letGo: (how: "continue" | "abort") => void = () => {};
  const released = new Promise<"continue" | "abort">((resolve) => (letGo = resolve));
  await page.route(address, async (route) => {
    if (!isMeant(route.request())) return route.fallback();
    hold();
    return (await released) === "abort" ? route.abort() : route.continue();
  });
  return { isHeld, letGo };
}

/** Lets the page's next matching call reach the server, and loses its response. */
export async function loseResponse(page: Page, isMeant: (request: Request) => boolean): Promise<void> {
  let isLost = false;
  await page.route("**/graphql", async (route) => {
    if (isLost || !isMeant(route.request())) return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort("connectionreset");
  });
}

/** Matches the calls of a GraphQL operation, e.g. `mutation createVisaRequest`, unless they contain files. */
export const ofOperation = (operation: string) => (request: Request) =>
  request.postData()?.includes(operation) ?? false;

export const isUpload = (request: Request) =>
  request.headers()["content-type"]?.startsWith("multipart/") ?? false;
