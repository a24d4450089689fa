import { CodeField } from "../../auth/CodeField";
import type { SentCode } from "../../auth/storedLoginStep";
import { ResendCode } from "../../auth/ResendCode";
import { Button } from "../../components/Button";
import { useSiteInfoQuery } from "../../layout/public.generated";
import type { ProfileValues } from "../../user/profile";
import styles from "./Page.module.css";

/** The codes sent to the present and to the new number. */
export interface NumberProof {
  present: SentCode;
  next: SentCode;
}

interface NumberCodesProps {
  proof: NumberProof;
  values: ProfileValues;
  errorOf: (name: string) => string | undefined;
  onChange: (name: "otp" | "presentOtp", otp: string) => void;
  onResent: (proof: NumberProof) => void;
  onFailed: (message: string) => void;
  onKeepNumber: () => void;
}

/** The two codes that prove a change of number, with buttons to resend them and to cancel the change. */
export function NumberCodes(props: NumberCodesProps) {
  const { proof, values, errorOf, onChange, onResent, onFailed } = props;
  const { present, next } = proof;
  const siteInfo = useSiteInfoQuery().data?.siteInfo;
  return (
    <div className={styles["proof"]}>
      <p>We sent a code to each number, so that nobody else can change it. Enter both and save.</p>
      <CodeField
        id="profile-presentOtp"
        label={`Code sent to your current number ${present.phoneNumber}`}
        error={errorOf("presentOtp")}
        otp={values.presentOtp}
        onChange={(otp) => onChange("presentOtp", otp)}
      />
      <ResendCode
        sent={present}
        purpose="NUMBER_CHANGE"
        onResent={(sent) => onResent({ ...proof, present: sent })}
        onFailed={onFailed}
      />
      <CodeField
        id="profile-otp"
        label={`Code sent to your new number ${next.phoneNumber}`}
        error={errorOf("otp")}
        otp={values.otp}
        onChange={(otp) => onChange("otp", otp)}
      />
      <ResendCode
        sent={next}
        purpose="NUMBER_CHANGE"
        onResent={(sent) => onResent({ ...proof, next: sent })}
        onFailed={onFailed}
      />
      <p>
        Is {present.phoneNumber} lost? Write to{" "}
        {siteInfo ? <a href={`mailto:${siteInfo.supportEmail}`}>{siteInfo.supportEmail}</a> : "our support"}:
        we change it once we are sure that it is you.
      </p>
      <Button variant="quiet" wide onClick={props.onKeepNumber}>
        Keep {present.phoneNumber}
      </Button>
    </div>
  );
}
