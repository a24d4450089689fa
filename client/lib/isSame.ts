/** True if two values have the same JSON, including the order of keys. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
