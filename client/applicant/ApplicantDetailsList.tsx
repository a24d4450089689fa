import { detailLabels } from "../../server/modules/applicant/applicant.rules";
import { DetailsList } from "../components/DetailsList";
import { formatDay } from "../lib/days";
import { genderLabels, travelerLabels } from "./applicantLabels";

interface DescriptionList {
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

/** What is known about a traveller, under the captions of the form; what is optional and missing says so. */
export function ApplicantDetailsList({ facts }: { facts: DescriptionList }) {
  return (
    <DetailsList
      facts={[
        { label: "Name", value: `${facts.title} ${facts.firstName} ${facts.lastName}` },
        { label: detailLabels.dateOfBirth, value: formatDay(facts.dateOfBirth) },
        { label: detailLabels.passportNumber, value: facts.passportNumber, isCode: true },
        { label: detailLabels.passportIssueDate, value: formatDay(facts.passportIssueDate) },
        { label: detailLabels.passportExpireDate, value: formatDay(facts.passportExpireDate) },
        { label: detailLabels.gender, value: word(genderLabels, facts.gender) },
        { label: detailLabels.nationality, value: facts.nationality },
        { label: detailLabels.passportCountry, value: facts.passportCountry },
        { label: detailLabels.travelerType, value: word(travelerLabels, facts.travelerType) },
        { label: detailLabels.comments, value: facts.comments },
      ]}
    />
  );
}
