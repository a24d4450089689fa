import { Link } from "react-router-dom";
import { Button } from "../components/Button";
import { usePageTitle } from "../seo/usePageTitle";
import { paths } from "../paths";
import styles from "./ServerProblem.module.css";

/** What the visitor sees when a page broke. */
export function ServerProblem({ onRetry }: { onRetry: () => void }) {
  usePageTitle("Sorry, there is a problem with the service");
  return (
    <div className={`container ${styles["problem"]}`}>
      <h1 tabIndex={-1}>Sorry, there is a problem with the service</h1>
      <p>What you entered in an application is kept on this device.</p>
      <Button onClick={onRetry}>Try again</Button>
      <p>
        If it goes on, <Link to={paths.contact()}>contact us</Link>.
      </p>
    </div>
  );
}
