import { describePriceLine } from "../../../server/modules/visaRequest/pricing.rules";
import { Price } from "../../components/Price";
import { useLastDefined } from "../../lib/hooks";
import { AmountLine } from "../../visaRequest/AmountLine";
import { useTravellersPriceQuery } from "./operations.generated";
import type { TravellerCounts } from "./travellerPlan";
import styles from "./WhoIsTravelling.module.css";

interface TravellersPriceProps {
  visaRequestId: string;
  counts: TravellerCounts;
}

/** The application's price for these travellers. Empty if it cannot be loaded. */
export function TravellersPrice({ visaRequestId, counts }: TravellersPriceProps) {
  const { ADULT: adults, CHILD: children, INFANT: infants } = counts;
  const { data, loading, error } = useTravellersPriceQuery({
    variables: { visaRequestId, adults, children, infants },
  });
  const quote = useLastDefined(data?.visaRequest?.priceQuote ?? undefined);
  if (!quote || error) return null;
  return (
    <section className="sheet pad stack-2" aria-label="Price" aria-busy={loading}>
      <dl className="stack-1">
        {quote.priceLines.map((line) => (
          <AmountLine
            key={line.travelerType}
            name={describePriceLine(line)}
            rupees={line.count * line.price}
          />
        ))}
        <AmountLine name="Service fee" rupees={quote.serviceFee} />
        {quote.gst > 0 && <AmountLine name="GST on the service fee" rupees={quote.gst} />}
        <div className={`wrap spread gap-x-4 ${styles["total"]}`}>
          <dt>Total</dt>
          <dd>
            <span role="status">
              <Price rupees={quote.totalPrice} />
            </span>
          </dd>
        </div>
      </dl>
      <p className="small muted">You pay after you have filled in the application.</p>
    </section>
  );
}
