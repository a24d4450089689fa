/**
 * The page that a browser gets at `/graphql`: Apollo Sandbox in an iframe of Apollo's origin
 * (docs/decisions/0021). Only this small script runs in our origin, and it is served from this build instead
 * of Apollo's CDN.
 */
import { ApolloSandbox } from "@apollo/sandbox";
import { basePath } from "../lib/basePath";
import "./apolloSandbox.css";
import { examples } from "./examples";

const find = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;

/** Whether this server has a test world, in which test keys are valid. */
const hasTestWorld = document.documentElement.dataset["testWorld"] === "on";
const isTestKey = (token: string) => token.startsWith("vp_test_");
const endpointFor = (token: string) =>
  `${window.location.origin}${isTestKey(token) ? "/test" : basePath}/graphql`;
let endpoint = endpointFor("");

const tokenField = find<HTMLInputElement>("token");
const tokenError = find("token-error");
const chooser = find<HTMLSelectElement>("example");
const place = find("sandbox");
const fallback = find("without-sandbox");

/** Opens an Apollo Sandbox that shows an example. */
function openSandbox({ document, variables = {} }: (typeof examples)[number]): ApolloSandbox {
  const opened = new ApolloSandbox({
    target: place,
    initialEndpoint: endpoint,
    // Polling is unnecessary, because the schema changes only with a release.
    initialState: { document, variables, pollForSchemaUpdates: false },
    endpointIsEditable: false,
    hideCookieToggle: true,
    runTelemetry: false,
    // Off, because our CSP forbids inline styles.
    allowDynamicStyles: false,
    // The iframe's requests pass through this page, which allows only our own API and adds the token.
    handleRequest: async (url, options) => {
      if (url !== endpoint) throw new Error(`This page asks ${endpoint} only`);
      const headers = new Headers(options.headers);
      const token = tokenField.value.trim();
      if (token && !findTokenError(token) && !headers.has("authorization"))
        headers.set("authorization", `Bearer ${token}`);
      return fetch(url, { ...options, headers, credentials: "omit" });
    },
  });
  opened.embeddedSandboxIFrameElement.title = "Apollo Sandbox";
  return opened;
}

chooser.append(...examples.map(({ name }, index) => new Option(name, String(index))));
let sandbox = openSandbox(examples[0]!);
function reopen(): void {
  sandbox.dispose();
  sandbox = openSandbox(examples[Number(chooser.value)]!);
}
chooser.addEventListener("change", reopen);

tokenField.addEventListener("input", () => {
  const error = findTokenError(tokenField.value.trim());
  tokenError.textContent = error ?? "";
  tokenField.setAttribute("aria-invalid", String(error !== undefined));
  const wanted = endpointFor(error ? "" : tokenField.value.trim());
  if (wanted === endpoint) return;
  endpoint = wanted;
  reopen();
});

/** If Apollo's iframe has not loaded after this time, the fallback is shown. */
const patienceMs = 5_000;

const show = (isThere: boolean) => {
  place.hidden = !isThere;
  fallback.hidden = isThere;
};
const withoutSandbox = setTimeout(() => {
  show(false);
  void import("./showSchema").then(({ showSchema }) => showSchema(endpoint));
}, patienceMs);
// The first message from the iframe shows that Sandbox has loaded.
window.addEventListener("message", ({ source }) => {
  if (source !== sandbox.embeddedSandboxIFrameElement.contentWindow) return;
  clearTimeout(withoutSandbox);
  show(true);
});

/**
 * Returns why a token cannot be used here; undefined if it can. Live keys are rejected: Apollo's page cannot read the
 * token, but can make calls with it that move real money.
 */
function findTokenError(token: string): string | undefined {
  if (token.startsWith("vp_live_")) return "This is a live key. Use a test key or a session's token here.";
  if (isTestKey(token) && !hasTestWorld) return "This server has no test world.";
  return /^[\x21-\x7e]*$/.test(token) ? undefined : "A token has no spaces or other such characters.";
}
