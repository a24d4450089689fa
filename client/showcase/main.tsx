import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { ToastProvider } from "../components/feedback/ToastProvider";
import { paths } from "../paths";
import "../styles/global.css";
import "../styles/classes.css";
import { forcePseudoStates } from "./forcedStyles";
import { Showcase } from "./Showcase";

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    {/* With this router, links in the examples have no effect and the account menu has a current entry. */}
    <MemoryRouter initialEntries={[paths.applications()]}>
      <ToastProvider>
        <Showcase />
      </ToastProvider>
    </MemoryRouter>
  </StrictMode>,
);
forcePseudoStates();
