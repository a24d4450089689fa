/**
 * The page that a browser gets at `/graphql`: Apollo Sandbox in an iframe of Apollo's origin
 * (docs/decisions/0021). Only this small script runs in our origin, and it is served from this build instead
 * of Apollo's CDN.
 */
import { ApolloSandbox } from "@apollo/sandbox";
import "./apolloSandbox.css";

const endpoint = `${window.location.origin}/graphql`;

const sandbox = new ApolloSandbox({
  target: "#sandbox",
  initialEndpoint: endpoint,
  endpointIsEditable: false,
  hideCookieToggle: true,
  runTelemetry: false,
  // Our CSP forbids inline styles.
  allowDynamicStyles: false,
  // The iframe sends its requests through this page, which allows only our own API.
  handleRequest: async (url, options) => {
    if (url !== endpoint) throw new Error(`This page asks ${endpoint} only`);
    return fetch(url, { ...options, credentials: "omit" });
  },
});
sandbox.embeddedSandboxIFrameElement.title = "Apollo Sandbox";

/** If Apollo's iframe has not loaded by then, the fallback is shown. */
const patienceMs = 5_000;
const place = document.getElementById("sandbox")!;
const fallback = document.getElementById("without-sandbox")!;

const show = (isThere: boolean) => {
  place.hidden = !isThere;
  fallback.hidden = isThere;
};
const withoutSandbox = setTimeout(() => {
  show(false);
  void import("./showSchema").then(({ showSchema }) => showSchema(endpoint));
}, patienceMs);
// The embedded page posts a message as soon as it runs.
window.addEventListener("message", ({ source }) => {
  if (source !== sandbox.embeddedSandboxIFrameElement.contentWindow) return;
  clearTimeout(withoutSandbox);
  show(true);
});
