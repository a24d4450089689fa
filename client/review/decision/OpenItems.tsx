import styles from "./Approve.module.css";

/** Lists items that were not reviewed before the approval. */
export function OpenItems({ items }: { items: readonly string[] }) {
  return (
    <div>
      <h3 id="open-items-title">Not looked at yet</h3>
      <ul aria-labelledby="open-items-title" className={styles["open"]}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
