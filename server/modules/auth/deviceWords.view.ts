import Bowser from "bowser";

/** Returns a readable description such as `Chrome on Android`; empty if the device is unknown. */
export function describeDevice(userAgent: string | undefined): string {
  if (!userAgent) return "";
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, 500));
  const system = platform.model ?? os.name;
  return [browser.name, system].filter(Boolean).join(" on ").slice(0, 60);
}
