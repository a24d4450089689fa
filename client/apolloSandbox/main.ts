/**
 * What a browser gets at `/graphql`: Apollo Sandbox, in a frame of Apollo's origin (docs/decisions/0021). Only the few
 * lines around that frame run in ours, from this build and not from Apollo's CDN.
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
  // Our CSP allows no style that is written into the page.
  allowDynamicStyles: false,
  // The frame asks through this page: for our API and nothing else, with what the developer typed.
  handleRequest: async (url, options) => {
    if (url !== endpoint) throw new Error(`This page asks ${endpoint} only`);
    return fetch(url, { ...options, credentials: "omit" });
  },
});
sandbox.embeddedSandboxIFrameElement.title = "Apollo Sandbox";

/** A page that Apollo has not sent by then is not waited for any longer. */
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
// It says that it is there as soon as it runs.
window.addEventListener("message", ({ source }) => {
  if (source !== sandbox.embeddedSandboxIFrameElement.contentWindow) return;
  clearTimeout(withoutSandbox);
  show(true);
});
