/** Interns repeated values as small integers for the columns. Entries are never freed. */
export class Catalog<Named, Entry> {
  readonly entries: Entry[] = []
  #numbers = new Map<string, number>()

  #keyOf: (named: Named) => string
  #entryOf: (named: Named) => Entry
  #most: number

  constructor(keyOf: (named: Named) => string, entryOf: (named: Named) => Entry, most = Number.POSITIVE_INFINITY) {
    this.#keyOf = keyOf
    this.#entryOf = entryOf
    this.#most = most
  }

  find(named: Named): number | undefined {
    return this.#numbers.get(this.#keyOf(named))
  }

  numberOf(named: Named): number {
    const key = this.#keyOf(named)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    if (this.entries.length === this.#most) throw new Error(`The search index has no room for another kind: ${key}`)
    this.#numbers.set(key, this.entries.length)
    return this.entries.push(this.#entryOf(named)) - 1
  }
}
