import { detailLabels } from "../../../server/modules/applicant/applicant.rules";
import { formatDay } from "../../lib/days";
import styles from "./ApplicantFacts.module.css";
import { genderWords, travelerWords } from "./applicantWords";

interface Facts {
  title: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  passportNumber: string;
  passportIssueDate: string;
  passportExpireDate: string;
  gender: string;
  nationality: string;
  passportCountry: string;
  travelerType: string;
  comments?: string | null;
}

const word = (words: Record<string, string>, value: string) => words[value] ?? value;

/** What is known about a traveller, under the names of spec §2; what is optional and missing says so. */
export function ApplicantFacts({ facts }: { facts: Facts }) {
  const rows: [label: string, value: string, isCode?: boolean][] = [
    ["Name", `${facts.title} ${facts.firstName} ${facts.lastName}`],
    [detailLabels.dateOfBirth, formatDay(facts.dateOfBirth)],
    [detailLabels.passportNumber, facts.passportNumber, true],
    [detailLabels.passportIssueDate, formatDay(facts.passportIssueDate)],
    [detailLabels.passportExpireDate, formatDay(facts.passportExpireDate)],
    [detailLabels.gender, word(genderWords, facts.gender)],
    [detailLabels.nationality, facts.nationality],
    [detailLabels.passportCountry, facts.passportCountry],
    [detailLabels.travelerType, word(travelerWords, facts.travelerType)],
    [detailLabels.comments, facts.comments ?? ""],
  ];
  return (
    <dl className={styles["facts"]}>
      {rows.map(([label, value, isCode]) => (
        <div key={label} className={styles["fact"]}>
          <dt>{label}</dt>
          <dd className={isCode ? styles["code"] : "numbers"}>
            {value || <span className={styles["none"]}>Not provided</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
