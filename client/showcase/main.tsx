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
    {/* Links in the examples lead nowhere, and the account menu shows its current entry. */}
    <MemoryRouter initialEntries={[paths.applications()]}>
      <ToastProvider>
        <Showcase />
      </ToastProvider>
    </MemoryRouter>
  </StrictMode>,
);
forcePseudoStates();
