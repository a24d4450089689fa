import { useEffect, useState } from "react";
import { SelectInput } from "../components/form/inputs";
import { showTheme, themes, type Theme } from "./forcedStyles";
import { accountExamples } from "./groups/account";
import { actionExamples } from "./groups/actions";
import { applicantExamples } from "./groups/applicant";
import { catalogueExamples } from "./groups/catalogue";
import { dialogExamples } from "./groups/dialogs";
import { factExamples } from "./groups/facts";
import { feedbackExamples } from "./groups/feedback";
import { fileExamples } from "./groups/files";
import { formExamples } from "./groups/forms";
import { visaRequestExamples } from "./groups/visaRequest";
import styles from "./Showcase.module.css";

export function Showcase() {
  // Runs after the effects of the examples, some of which set the title or take the focus.
  useEffect(() => {
    document.title = "Components";
    const settle = requestAnimationFrame(() => {
      (document.activeElement as HTMLElement | null)?.blur();
      (document.getElementById(window.location.hash.slice(1)) ?? document.body).scrollIntoView();
    });
    return () => cancelAnimationFrame(settle);
  }, []);

  return (
    <main className={`container ${styles["page"]}`}>
      <div className="cluster spread gap-4">
        <h1>Components</h1>
        <ThemeSelect />
      </div>
      {actionExamples}
      {factExamples}
      {feedbackExamples}
      {formExamples}
      {dialogExamples}
      {fileExamples}
      {catalogueExamples}
      {accountExamples}
      {visaRequestExamples}
      {applicantExamples}
    </main>
  );
}

function ThemeSelect() {
  const [theme, setTheme] = useState<Theme>("system");
  return (
    <label className="row gap-3">
      Theme
      <SelectInput
        value={theme}
        onChange={(event) => {
          setTheme(event.target.value as Theme);
          showTheme(event.target.value as Theme);
        }}
      >
        {themes.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectInput>
    </label>
  );
}
