import { ApolloProvider } from "@apollo/client/react";
import { startTransition, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { App } from "./App";
import { registerServiceWorker } from "./lib/registerServiceWorker";
import { client } from "./auth/apolloClient";
import { setSite } from "./lib/site";
import { readPageData } from "./pageData";
import "./styles/global.css";

registerServiceWorker();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const data = readPageData();
if (data) setSite(data.site);
if (data?.cache) client.cache.restore(data.cache);

const tree = (
  <StrictMode>
    <ApolloProvider client={client}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </ApolloProvider>
  </StrictMode>
);
// In slices, so that a tap in between is answered.
if (data?.isRendered) startTransition(() => void hydrateRoot(root, tree));
else createRoot(root).render(tree);
