import { startTransition, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter, matchRoutes } from "react-router-dom";
import { App } from "./App";
import { basePath } from "./lib/basePath";
import { leaveTapsToReact } from "./lib/earlyTaps";
import { registerServiceWorker } from "./lib/registerServiceWorker";
import { setSite } from "./lib/site";
import { absentKey, type PageData, readPageData } from "./pageData";
import { type PublicAnswers, PublicData, type PublicQuestion } from "./publicData/PublicData";
import { PublicDataContext } from "./publicData/usePublicQuery";
import "./styles/global.css";
import "./styles/classes.css";
import { routePatterns } from "./paths";
import { logFailure } from "./lib/logFailure";
import { askGraphql } from "./transport/sendJson";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const data = readPageData();
if (data) setSite(data.site);

const tree = (
  <StrictMode>
    <PublicDataContext value={new PublicData(askServer, data && answersAt(window.location.pathname, data))}>
      <BrowserRouter basename={basePath}>
        <App />
      </BrowserRouter>
    </PublicDataContext>
  </StrictMode>
);
// A transition hydrates in slices, so that taps are handled in between.
if (data?.isRendered) startTransition(() => void hydrateRoot(root, tree));
else createRoot(root).render(tree);
leaveTapsToReact();
registerServiceWorker();

/**
 * Returns the embedded results. All unknown paths share one not-found page, so its placeholder key is replaced with the
 * key of the current path.
 */
function answersAt(pathname: string, { answers, isAbsent }: PageData): PublicAnswers | undefined {
  if (!answers || !isAbsent) return answers;
  const pages = [{ path: routePatterns.visas }, { path: routePatterns.visa }];
  const [match] = matchRoutes(pages, pathname) ?? [];
  const [key = ""] = Object.values(match?.params ?? {});
  const here = Object.entries(answers).map(([question, answer]) => [
    question.replace(JSON.stringify(absentKey), () => JSON.stringify(key)),
    answer,
  ]);
  return Object.fromEntries(here) as PublicAnswers;
}

/** Queries the server without a session, because public data needs none. */
async function askServer(question: PublicQuestion): Promise<unknown> {
  try {
    return await askGraphql(question);
  } catch (error) {
    logFailure([question.operationName, ...Object.values(question.variables)].join(" "), error);
    throw error;
  }
}
