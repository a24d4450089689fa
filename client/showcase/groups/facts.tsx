import { DescriptionList } from "../../components/DescriptionList";
import { DetailsList } from "../../components/DetailsList";
import { OfficeMap } from "../../components/OfficeMap";
import { Price } from "../../components/Price";
import { PublishedChip, StatusChip } from "../../components/StatusChip";
import { Example, State } from "../Example";
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

export function FactExamples() {
  return (
    <>
      <Example of="Price" small>
        <State name="zero">
          <Price rupees={0} />
        </State>
        <State name="usual">
          <Price rupees={1999} />
        </State>
        <State name="large">
          <Price rupees={12_345_678} />
        </State>
      </Example>
      <Example of="StatusChip" small>
        {statuses.map((status) => (
          <State key={status} name={status}>
            <StatusChip status={status} />
          </State>
        ))}
      </Example>
      <Example of="PublishedChip" small>
        <State name="published">
          <PublishedChip isOn />
        </State>
        <State name="unpublished">
          <PublishedChip isOn={false} />
        </State>
      </Example>
      <Example of="DescriptionList">
        <State name="one value missing">
          <DescriptionList facts={facts} />
        </State>
        <State name="inline">
          <DescriptionList facts={facts} isInline />
        </State>
        <State name="long text">
          <DescriptionList facts={[...facts, { label: "Notes", value: longText }]} />
        </State>
      </Example>
      <Example of="DetailsList">
        {(["columns", "rows"] as const).map((kind) => (
          <State key={kind} name={kind} wide={kind === "columns"}>
            <DetailsList
              kind={kind}
              facts={[
                { label: "Name", value: "Asha Rao" },
                { label: "Passport number", value: "M1234567", isCode: true },
                { label: "Place of issue", value: undefined },
                { label: "Applicants", value: 0 },
              ]}
            />
          </State>
        ))}
        <State name="long text">
          <DetailsList
            facts={[
              { label: longText, value: longWord },
              { label: "Notes", value: longText },
            ]}
          />
        </State>
      </Example>
      <Example of="OfficeMap">
        <State name="before the map is loaded" wide>
          <OfficeMap />
        </State>
      </Example>
    </>
  );
}
