import type { CopyStorage, StoredCopy } from './copy-database'

/** Copies in memory instead of the browser's database. */
export class MemoryCopies implements CopyStorage {
  readonly copies = new Map<string, StoredCopy>()

  get names(): string[] {
    return [...this.copies.values()].map(({ account, name }) => `${account} ${name}`)
  }

  async get(account: string, name: string): Promise<StoredCopy | undefined> {
    return this.copies.get(`${account} ${name}`)
  }

  async put(copy: StoredCopy): Promise<void> {
    const key = `${copy.account} ${copy.name}`
    this.copies.delete(key)
    this.copies.set(key, copy)
  }

  async remove(account: string, name: string): Promise<void> {
    this.copies.delete(`${account} ${name}`)
  }

  async list(): Promise<Omit<StoredCopy, 'json'>[]> {
    return [...this.copies.values()].sort((copy, other) => copy.at - other.at)
  }
}
