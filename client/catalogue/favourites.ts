import { useSyncExternalStore } from "react";
import { listen } from "../lib/listen";

/** A saved visa as shown on a card, with the values at the time of saving. The price is in whole rupees. */
export interface Favourite {
  visaId: string;
  visaUrl: string;
  visaName: string;
  visaCountryName: string;
  flagSrc: string;
  flagUrl: string;
  adultPrice: number;
  processingTime: number;
  stayPeriod: string;
  validity: string;
  entry: string | null;
  /** ISO 8601, UTC. */
  savedAt: string;
}

export type SavableVisa = Omit<Favourite, "savedAt">;

const storageKey = "favourites";
export const maxFavourites = 100;

const none: Favourite[] = [];
const listeners = new Set<() => void>();
let snapshot = none;
let snapshotText: string | null = null;

const texts = [
  "visaId",
  "visaUrl",
  "visaName",
  "visaCountryName",
  "flagSrc",
  "flagUrl",
  "stayPeriod",
  "validity",
] as const;
/** Only these fields are stored; a page's visas have others too. */
const savedFields = [...texts, "adultPrice", "processingTime", "entry"] as const;

const isText = (value: unknown) => typeof value === "string" && value.length <= 200;
const isWhole = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

function isFavourite(value: unknown): value is Favourite {
  if (typeof value !== "object" || value === null) return false;
  const entry = value as Record<string, unknown>;
  return (
    texts.every((name) => isText(entry[name])) &&
    entry["visaUrl"] !== "" &&
    /^\/flags\/[a-z]{2}\.svg$/.test(String(entry["flagUrl"])) &&
    isWhole(entry["adultPrice"]) &&
    isWhole(entry["processingTime"]) &&
    (entry["entry"] === null || isText(entry["entry"])) &&
    !Number.isNaN(Date.parse(String(entry["savedAt"])))
  );
}

/** Parses stored favourites. Invalid entries are dropped; invalid text gives an empty list. */
export function parseFavourites(text: string | null): Favourite[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored.filter(isFavourite).slice(0, maxFavourites) : none;
  } catch {
    return none;
  }
}

/** Returns the favourites on this device, newest first. The array stays the same until a favourite changes. */
export function getFavourites(): Favourite[] {
  const text = readStored();
  if (text !== snapshotText) {
    snapshotText = text;
    snapshot = parseFavourites(text);
  }
  return snapshot;
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Stores the list. Returns false if storage fails or the list is full. */
function store(favourites: Favourite[]): boolean {
  if (favourites.length > maxFavourites) return false;
  try {
    if (favourites.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(favourites));
  } catch {
    return false;
  }
  listeners.forEach((listener) => listener());
  return true;
}

const without = (visaId: string) => getFavourites().filter((kept) => kept.visaId !== visaId);
const newestFirst = (one: Favourite, other: Favourite) => (one.savedAt < other.savedAt ? 1 : -1);

/** Saves the visa with its current values. Returns false if it cannot be stored. */
export function saveFavourite(visa: SavableVisa): boolean {
  const saved = Object.fromEntries(savedFields.map((name) => [name, visa[name]])) as unknown as SavableVisa;
  return restoreFavourite({ ...saved, savedAt: new Date().toISOString() });
}

/** Restores a favourite at its old position. Returns false if it cannot be stored. */
export function restoreFavourite(favourite: Favourite): boolean {
  return store([...without(favourite.visaId), favourite].sort(newestFirst));
}

export function dropFavourite(visaId: string): void {
  store(without(visaId));
}

/** Calls `listener` on every change, in any tab. Returns a function that unsubscribes. */
function subscribeFavourites(listener: () => void): () => void {
  // Pages that return from the back-forward cache have missed storage events, so they read the favourites again.
  const stop = listen(window, ["storage", "pageshow"], listener);
  listeners.add(listener);
  return () => {
    stop();
    listeners.delete(listener);
  };
}

export function useFavourites(): Favourite[] {
  return useSyncExternalStore(subscribeFavourites, getFavourites, () => none);
}
