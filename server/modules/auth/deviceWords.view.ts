import Bowser from "bowser";

/** The kind of device that a login came from, for a person: `Chrome on Android`; empty where it does not say. */
export function describeDevice(userAgent: string | undefined): string {
  if (!userAgent) return "";
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, 500));
  const system = platform.model ?? os.name;
  return [browser.name, system].filter(Boolean).join(" on ").slice(0, 60);
}
