import { useEffect, useState } from "react";
import { SelectInput } from "../components/form/inputs";
import { showTheme, themes, type Theme } from "./forcedStyles";
import { AccountExamples } from "./groups/account";
import { ActionExamples } from "./groups/actions";
import { ApplicantExamples } from "./groups/applicant";
import { CatalogueExamples } from "./groups/catalogue";
import { DialogExamples } from "./groups/dialogs";
import { FactExamples } from "./groups/facts";
import { FeedbackExamples } from "./groups/feedback";
import { FileExamples } from "./groups/files";
import { FormExamples } from "./groups/forms";
import { VisaRequestExamples } from "./groups/visaRequest";
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
      <div className={styles["head"]}>
        <h1>Components</h1>
        <ThemeSelect />
      </div>
      <ActionExamples />
      <FactExamples />
      <FeedbackExamples />
      <FormExamples />
      <DialogExamples />
      <FileExamples />
      <CatalogueExamples />
      <AccountExamples />
      <VisaRequestExamples />
      <ApplicantExamples />
    </main>
  );
}

function ThemeSelect() {
  const [theme, setTheme] = useState<Theme>("system");
  return (
    <label className={styles["theme"]}>
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
