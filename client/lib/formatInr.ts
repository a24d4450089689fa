/** Whole rupees as the spec writes them: `INR 1999/-`, without separators. */
export function formatInr(rupees: number): string {
  return `INR ${rupees}/-`;
}
