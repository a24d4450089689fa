import { startTransition, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { App } from "./App";
import { leaveTapsToReact } from "./lib/earlyTaps";
import { registerServiceWorker } from "./lib/registerServiceWorker";
import { setSite } from "./lib/site";
import { readPageData } from "./pageData";
import { answersAt } from "./publicData/answersAt";
import { askServer } from "./publicData/askServer";
import { PublicData } from "./publicData/PublicData";
import { PublicDataContext } from "./publicData/usePublicQuery";
import "./styles/global.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const data = readPageData();
if (data) setSite(data.site);

const tree = (
  <StrictMode>
    <PublicDataContext value={new PublicData(askServer, data && answersAt(window.location.pathname, data))}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </PublicDataContext>
  </StrictMode>
);
// Hydrates in slices, so that taps in between are handled.
if (data?.isRendered) startTransition(() => void hydrateRoot(root, tree));
else createRoot(root).render(tree);
leaveTapsToReact();
registerServiceWorker();
