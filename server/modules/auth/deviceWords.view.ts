import Bowser from "bowser";

/** Returns a readable description of the device, `Chrome on Android`, or an empty string if it is unknown. */
export function describeDevice(userAgent: string | undefined): string {
  if (!userAgent) return "";
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, 500));
  const system = platform.model ?? os.name;
  return [browser.name, system].filter(Boolean).join(" on ").slice(0, 60);
}
