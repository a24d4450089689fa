const freeMail = /^(gmail|googlemail|yahoo|ymail|hotmail|outlook|live|rediffmail|aol|icloud)\.[a-z.]+$/;

/** The address to show: one that is only the phone number at a free-mail host is shown as blank (spec §2). */
export function shownEmail(email: string | null, phoneNumber: string): string {
  if (!email) return "";
  const [local = "", host = ""] = email.toLowerCase().split("@");
  const digits = phoneNumber.replace(/\D/g, "");
  const isPhone = /^\+?\d+$/.test(local) && [digits, digits.slice(-10)].includes(local.replace("+", ""));
  return isPhone && freeMail.test(host) ? "" : email;
}
