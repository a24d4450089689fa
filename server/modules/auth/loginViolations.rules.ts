/** What is wrong with a number or a code at login. Not in `loginCode.rules`, which every page of the client loads. */
import type { UserErrorCode, Violation } from "../../core/errors";
import { noPhoneNumber, normalisePhone } from "../user/phone.rules";

/** The specification requires this text for any empty field at login. */
const mandatoryMessage = "Please enter the mandatory fields";

export function wrongCode(field = "otp"): Violation<UserErrorCode> {
  return { field, code: "OTP_INVALID", message: "This code is not correct. Check it, or ask for a new one" };
}

export function checkPhone(input: string): Violation<UserErrorCode>[] {
  if (!input.trim()) return [missingAtLogin("phoneNumber")];
  if (normalisePhone(input)) return [];
  return [{ field: "phoneNumber", code: "INVALID", message: noPhoneNumber }];
}

export function missingAtLogin(field: string): Violation<UserErrorCode> {
  return { field, code: "REQUIRED", message: mandatoryMessage };
}
