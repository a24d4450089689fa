import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router-dom";
import { useLogin } from "../../auth/LoginProvider";
import { useSession } from "../../auth/session";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { Pending } from "../../components/feedback/PageFailure";
import { SkeletonCard } from "../../components/feedback/Skeleton";
import { errorCode, errorMessage, payloadOf } from "../../lib/errorMessage";
import { useHasLeft } from "../../lib/hooks";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";
import { useOpenHandoverQuery, useTakeHandoverMutation } from "./operations.generated";
import styles from "./Page.module.css";

/** `/take/:token`: the link with which a traveller takes over the application that a partner has prepared. */
export default function TakePage() {
  const { token = "" } = useParams();
  useHead({ noindex: true });
  const { data, error, refetch } = useOpenHandoverQuery({
    variables: { token },
    fetchPolicy: "network-only",
  });
  const [isRefused, setIsRefused] = useState(false);
  const page = `container stack-4 ${styles["page"]}`;

  if (isRefused || (data && !data.handover)) return <Refusal className={page} />;
  return (
    <div className={page}>
      {data?.handover ? (
        <Offer token={token} mobileEnding={data.handover.mobileEnding} onRefused={() => setIsRefused(true)} />
      ) : (
        <Pending error={error} refetch={refetch}>
          <SkeletonCard rows={3} />
        </Pending>
      )}
    </div>
  );
}

interface OfferProps {
  token: string;
  mobileEnding: string;
  onRefused: () => void;
}

function Offer({ token, mobileEnding, onRefused }: OfferProps) {
  usePageTitle("Your application");
  const session = useSession();
  const { openLogin } = useLogin();
  const navigate = useNavigate();
  const hasLeft = useHasLeft();
  const [take, { loading }] = useTakeHandoverMutation();
  const [problem, setProblem] = useState<string>();

  const open = async () => {
    setProblem(undefined);
    try {
      const { visaRequest, userErrors } = payloadOf(await take({ variables: { input: { token } } }));
      if (hasLeft()) return;
      if (visaRequest) await navigate(paths.visaapplicants(visaRequest.visaRequestId), { replace: true });
      else setProblem(userErrors[0]?.message);
    } catch (error) {
      if (errorCode(error) === "NOT_FOUND") onRefused();
      else setProblem(errorMessage(error));
    }
  };
  const reason = `Use the mobile number that ends in ${mobileEnding}.`;

  return (
    <>
      <h1 tabIndex={-1}>Your application</h1>
      <p>
        A visa application was prepared for you. Log in with the mobile number that ends in{" "}
        <strong>{mobileEnding}</strong> to open it, and to pay for it here.
      </p>
      <p className="muted">This link works once. Afterwards you find the application in your list.</p>
      {problem && <InlineAlert tone="warning">{problem}</InlineAlert>}
      <Button
        onClick={() => (session ? void open() : openLogin({ reason, onLoggedIn: () => void open() }))}
        busy={loading}
      >
        {session ? "Open the application" : "Log in to open it"}
      </Button>
    </>
  );
}

/** The same text for all unusable links and for users with another number, so that it reveals nothing about a link. */
function Refusal({ className }: { className: string }) {
  const title = "This link cannot be used";
  usePageTitle(title);
  return (
    <div className={className}>
      <h1 tabIndex={-1}>{title}</h1>
      <p>
        It was used already, has expired or was replaced, or you are logged in with another number than the
        one that it is for. Ask its sender for a new one.
      </p>
      <p>
        If you opened it before, the application is in{" "}
        <Link to={paths.applications()}>your applications</Link>. To use another number,{" "}
        <Link to={paths.logout()}>log out</Link> first.
      </p>
    </div>
  );
}
