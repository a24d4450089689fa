import { catalogueLabels } from "../../../server/modules/catalogue/catalogueAdmin.rules";
import type { PriceChange } from "../../../server/modules/catalogue/priceChange.rules";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog";
import { DetailsList } from "../../components/DetailsList";
import { formatInr } from "../../../server/core/money.rules";

interface PriceConfirmationProps {
  /** The prices to confirm; an empty list closes the dialog. */
  prices: readonly PriceChange[];
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Asks for confirmation of a price change so large that it may be a typo. */
export function PriceConfirmation({ prices, onClose, onConfirm }: PriceConfirmationProps) {
  return (
    <ConfirmDialog
      open={prices.length > 0}
      onClose={onClose}
      title="Change the price by more than 20 %?"
      keep="Go back"
      confirm="Save the new price"
      act={async () => {
        await onConfirm();
        return undefined;
      }}
    >
      <p>Check the new price. Nothing is saved yet.</p>
      <DetailsList
        kind="rows"
        facts={prices.map(({ field, from, to }) => ({
          label: catalogueLabels[field],
          value: `${formatInr(from)} → ${formatInr(to)}`,
        }))}
      />
    </ConfirmDialog>
  );
}
