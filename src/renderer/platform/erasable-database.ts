import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb'

interface Source<Schema extends DBSchema> {
  name: string
  version: number
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>
  /** Calls back when the database is erased, because the session ended. */
  onErased(listener: () => void): void
}

/**
 * Returns a function that works with an IndexedDB database, opened on first use. When the session ends, pending
 * operations are abandoned: they store nothing and do not recreate the erased database. It rejects where there is no
 * room or no storage.
 */
export function erasableDatabase<Schema extends DBSchema>({ name, version, upgrade, onErased }: Source<Schema>) {
  let opened: Promise<IDBPDatabase<Schema>> | null = null
  let session = 0

  function close(): void {
    void opened?.then(base => base.close()).catch(() => undefined)
    opened = null
  }
  onErased(() => {
    session += 1
    close()
  })

  function open(): Promise<IDBPDatabase<Schema>> {
    opened ??= openDB<Schema>(name, version, {
      upgrade,
      // Another tab erases the database, because the session ended for this tab too.
      blocking: close,
      terminated() {
        opened = null
      },
    }).catch((cause: unknown) => {
      opened = null
      throw cause
    })
    return opened
  }

  return async <T>(work: (base: IDBPDatabase<Schema>) => Promise<T>): Promise<T> => {
    const mine = session
    const base = await open()
    if (mine !== session) {
      base.close()
      throw new Error('The session ended.')
    }
    return work(base)
  }
}
