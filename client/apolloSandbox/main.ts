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
