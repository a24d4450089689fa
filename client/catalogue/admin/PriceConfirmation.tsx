import { catalogueLabels } from "../../../server/modules/catalogue/catalogueAdmin.rules";
import type { PriceChange } from "../../../server/modules/catalogue/priceChange.rules";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog";
import { DetailsList } from "../../components/DetailsList";
import { formatInr } from "../../../server/core/money.rules";

interface PriceConfirmationProps {
  /** The prices to confirm; none closes the dialog. */
  prices: readonly PriceChange[];
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Asks before a price changes so much that it may be a slip of the keyboard. */
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
