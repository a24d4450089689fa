import { DescriptionList } from "../../components/DescriptionList";
import { DetailsList } from "../../components/DetailsList";
import { OfficeMap } from "../../components/OfficeMap";
import { Price } from "../../components/Price";
import { Chip, PublishedChip, StatusChip } from "../../components/StatusChip";
import { each, example, small, wide } from "../Example";
import { longText, longWord } from "../samples";

const statuses = [
  ...["DRAFT", "SUBMITTED", "IN_REVIEW", "ACTION_REQUIRED", "APPROVED", "REJECTED", "CANCELLED"],
  ...["PENDING", "PAID", "REFUND_DUE", "REFUNDED"],
];
const facts = [
  { label: "Processing", value: "4 days" },
  { label: "Stay", value: "14 days" },
  { label: "Entry", value: undefined },
];
const details = [
  { label: "Name", value: "Asha Rao" },
  { label: "Passport number", value: "M1234567", isCode: true },
  { label: "Place of issue", value: undefined },
  { label: "Applicants", value: 0 },
];
const longDetails = [
  { label: longText, value: longWord },
  { label: "Notes", value: longText },
];

export const factExamples = [
  small("Price", {
    zero: <Price rupees={0} />,
    usual: <Price rupees={1999} />,
    large: <Price rupees={12_345_678} />,
  }),
  small("StatusChip", { ...each(statuses, (status) => <StatusChip status={status} />) }),
  small("Chip", {
    good: (
      <Chip isGood icon="check">
        Active
      </Chip>
    ),
    open: (
      <Chip isGood={false} icon="warning">
        Failing
      </Chip>
    ),
  }),
  small("PublishedChip", {
    published: <PublishedChip isOn />,
    unpublished: <PublishedChip isOn={false} />,
  }),
  example("DescriptionList", {
    "one value missing": <DescriptionList facts={facts} />,
    inline: <DescriptionList facts={facts} isInline />,
    "long text": <DescriptionList facts={[...facts, { label: "Notes", value: longText }]} />,
  }),
  example("DetailsList", {
    columns: wide(<DetailsList kind="columns" facts={details} />),
    rows: <DetailsList kind="rows" facts={details} />,
    "long text": <DetailsList facts={longDetails} />,
  }),
  example("OfficeMap", { "before the map is loaded": wide(<OfficeMap />) }),
];
