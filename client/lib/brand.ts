import { useSyncExternalStore } from "react";

let brand = "Visaport";
const listeners = new Set<() => void>();

/** Takes over the product's name once the server has told it. */
export function setBrand(name: string): void {
  if (name === brand) return;
  brand = name;
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The product's name. */
export function useBrand(): string {
  return useSyncExternalStore(
    subscribe,
    () => brand,
    () => brand,
  );
}
