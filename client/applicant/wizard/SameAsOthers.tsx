import { Button } from "../../components/Button";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { Icon } from "../../components/Icon";
import { toListed } from "../form/applicantForm";
import { isDeclined, type RequiredSlot } from "../form/requiredSlots";
import type { DetailsForm } from "../form/useDetailsForm";
import type { ApplicantPartsFragment } from "../operations.generated";
import styles from "./SameAsOthers.module.css";
import type { ApplicantFilesState } from "./useApplicantFiles";

/** Matches the labels of documents that people who travel together usually share. */
const ofJourney =
  /\b(?:tickets?|flights?|itinerary|hotels?|accommodation|vouchers?|bookings?|reservations?)\b/i;

const isShared = (label: string) => ofJourney.test(label) && !/\bvisa\b/i.test(label);

interface OthersProps {
  others: readonly ApplicantPartsFragment[];
}

/** Offers the last name of another applicant while the field is empty. */
export function SameLastName({ details, others }: OthersProps & { details: DetailsForm }) {
  const source = others.find(({ lastName }) => lastName);
  if (!source || details.tidied.lastName) return null;
  return (
    <Button variant="quiet" onClick={() => details.fill("lastName", source.lastName)}>
      Same as {source.firstName}&rsquo;s: {source.lastName}
    </Button>
  );
}

/** Offers to copy another applicant's tickets and hotel bookings to documents without a file. */
export function SameDocuments(props: OthersProps & { files: ApplicantFilesState; slots: RequiredSlot[] }) {
  const { others, files, slots } = props;
  const announce = useAnnounce();
  const isOpen = (name: string | null) =>
    slots.some(
      (slot) =>
        slot.documentName === name &&
        slot.files.length === 0 &&
        !isDeclined(slot) &&
        isShared(slot.requirement?.label ?? ""),
    );
  const offers = others.map(({ firstName, visaApplicationDocuments }) => ({
    firstName,
    documents: visaApplicationDocuments.filter(({ documentName }) => isOpen(documentName)),
  }));
  const offer = offers.find(({ documents }) => documents.length > 0);
  if (!offer || offer.documents.length > files.room.files) return null;
  const { firstName, documents } = offer;
  const names = documents.map(({ imageName }) => imageName).join(", ");
  const copy = () => {
    announce(`Added ${names}`);
    files.copyDocuments(documents.map(toListed));
  };
  return (
    <div className={styles["offer"]}>
      <Button variant="secondary" onClick={copy}>
        <Icon name="check" /> Same as {firstName}&rsquo;s
      </Button>
      <span className="small muted">{names}</span>
    </div>
  );
}
