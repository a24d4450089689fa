import { Link } from "react-router-dom";
import { CountrySearch } from "../catalogue/search/CountrySearch";
import { paths } from "../paths";
import { useHead, usePageTitle } from "../seo/useHead";
import styles from "./ServerProblem.module.css";

export default function NotFound({ title, text }: { title: string; text?: string }) {
  usePageTitle(title);
  useHead({ noindex: true });
  return (
    <div className={`container stack-4 ${styles["problem"]}`}>
      <h1 tabIndex={-1}>{title}</h1>
      <p>{text ?? "The address may have changed or been mistyped."}</p>
      <CountrySearch />
      <p>
        Or go to the <Link to={paths.home()}>home page</Link>, or{" "}
        <Link to={paths.contact()}>contact support</Link>.
      </p>
    </div>
  );
}
