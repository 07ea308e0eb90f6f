/** Counts occurrences of each key; keys with a count of 0 are removed. */
export class Tally<K> {
  readonly #counts = new Map<K, number>()

  count(key: K): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: K): void {
    this.#counts.set(key, this.count(key) + 1)
  }

  remove(key: K): void {
    const left = this.count(key) - 1
    if (left > 0) this.#counts.set(key, left)
    else this.#counts.delete(key)
  }
}
