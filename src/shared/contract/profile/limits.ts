/** Pictures of people, as uploaded, in bytes. The client sends 256 × 256 pixels. */
export const picture = { side: 256, bytes: 300_000 } as const
