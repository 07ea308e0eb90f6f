/** Makes the compiler prove that every case was handled; throws if a value got past the compiler. */
export function assertNever(value: never, what: string): never {
  throw new Error(`Unexpected ${what}: ${JSON.stringify(value)}`)
}
