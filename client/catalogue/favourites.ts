import { useSyncExternalStore } from "react";

/** What a card of a kept visa shows, as it was on the day it was kept; the price is in whole rupees. */
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

/** A visa as a page knows it, of which a favourite keeps what a card needs. */
export type SavableVisa = Omit<Favourite, "savedAt">;

const storageKey = "favourites";
/** How many one device keeps. */
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

/** The favourites that a stored text holds; what is no favourite is left out, a text that is no list gives none. */
export function parseFavourites(text: string | null): Favourite[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored.filter(isFavourite).slice(0, maxFavourites) : none;
  } catch {
    return none;
  }
}

/** What is kept on this device, newest first; the same list until it changes. */
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

/** Keeps the list; answers false where the device refuses to store, or the list is full. */
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

/** Keeps the visa as it is now; answers false where the device cannot keep it. */
export function saveFavourite(visa: SavableVisa): boolean {
  const { visaId, visaUrl, visaName, visaCountryName, flagSrc, flagUrl } = visa;
  const { adultPrice, processingTime, stayPeriod, validity, entry } = visa;
  return restoreFavourite({
    ...{ visaId, visaUrl, visaName, visaCountryName, flagSrc, flagUrl },
    ...{ adultPrice, processingTime, stayPeriod, validity, entry },
    savedAt: new Date().toISOString(),
  });
}

/** Puts a favourite back as it was, at its place; answers false where the device cannot keep it. */
export function restoreFavourite(favourite: Favourite): boolean {
  return store([...without(favourite.visaId), favourite].sort(newestFirst));
}

/** Takes the visa out of the favourites. */
export function dropFavourite(visaId: string): void {
  store(without(visaId));
}

/** Calls `listener` at each change, in this tab or another; returns how to stop. */
function subscribeFavourites(listener: () => void): () => void {
  // A page that comes back from the back-forward cache slept through the events.
  const events = ["storage", "pageshow"];
  events.forEach((event) => window.addEventListener(event, listener));
  listeners.add(listener);
  return () => {
    events.forEach((event) => window.removeEventListener(event, listener));
    listeners.delete(listener);
  };
}

/** The favourites of this device, kept up to date; none while the server renders. */
export function useFavourites(): Favourite[] {
  return useSyncExternalStore(subscribeFavourites, getFavourites, () => none);
}
