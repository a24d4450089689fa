import { useState } from "react";
import { Button } from "./Button";
import styles from "./OfficeMap.module.css";

const mapAddress =
  "https://www.openstreetmap.org/export/embed.html?bbox=77.2067%2C28.6235%2C77.2327%2C28.6395&layer=mapnik&marker=28.6315%2C77.2197";

const officeAddress = "Connaught Place, New Delhi 110001, India";

/** The office's address, with a map. The map is third-party content, so it loads only on request. */
export function OfficeMap() {
  const [isShown, setShown] = useState(false);
  return (
    <div className="stack-3">
      <address className={styles["address"]}>{officeAddress}</address>
      <div className={`no-print ${styles["map"]}`}>
        {isShown ? (
          <iframe
            title="Office location map"
            src={mapAddress}
            loading="lazy"
            referrerPolicy="no-referrer"
            className={styles["frame"]}
          />
        ) : (
          <div className={`stack-3 ${styles["facade"]}`}>
            <p>The map is loaded from openstreetmap.org.</p>
            <Button variant="secondary" onClick={() => setShown(true)}>
              Show map
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
