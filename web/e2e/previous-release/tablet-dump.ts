import type { Page } from 'playwright-core'

export interface DumpedStore {
  name: string
  keyPath: string | string[] | null
  autoIncrement: boolean
  indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[]
  /** Bytes are `{ "$bytes": base64, "as": "ArrayBuffer" | "Uint8Array" }`. */
  rows: unknown[]
}
export interface TabletDump {
  databases: { name: string; version: number; stores: DumpedStore[] }[]
  localStorage: Record<string, string>
}

/** Everything that the page's origin keeps on this tablet. Every key of ours is inside its row. */
export const dumpTablet = (page: Page): Promise<TabletDump> =>
  page.evaluate(async () => {
    const answer = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((done, failed) => {
        asked.addEventListener('success', () => done(asked.result))
        asked.addEventListener('error', () => failed(asked.error ?? new Error('IndexedDB')))
      })
    const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
    const plain = (value: unknown): unknown => {
      if (value instanceof ArrayBuffer) return { $bytes: base64(new Uint8Array(value)), as: 'ArrayBuffer' }
      if (value instanceof Uint8Array) return { $bytes: base64(value), as: 'Uint8Array' }
      if (Array.isArray(value)) return value.map(plain)
      if (typeof value !== 'object' || value === null) return value
      if (Object.getPrototypeOf(value) !== Object.prototype)
        throw new Error(`No plain value: ${JSON.stringify(value)}`)
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]))
    }
    const databases = []
    for (const { name = '', version = 0 } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name))
      const stores = []
      for (const each of database.objectStoreNames) {
        const store = database.transaction(each).objectStore(each)
        stores.push({
          name: each,
          keyPath: store.keyPath,
          autoIncrement: store.autoIncrement,
          indexes: [...store.indexNames].map((index) => {
            const { keyPath, unique, multiEntry } = store.index(index)
            return { name: index, keyPath, unique, multiEntry }
          }),
          rows: (await answer(store.getAll())).map(plain),
        })
      }
      database.close()
      databases.push({ name, version, stores })
    }
    return {
      databases,
      localStorage: Object.fromEntries(Object.entries(localStorage)),
    }
  })

/** Puts a dump into this origin as it stood, with the schema of its day: nothing of the app may have opened it before. */
export const loadTablet = (page: Page, dump: TabletDump): Promise<void> =>
  page.evaluate(async ({ databases, localStorage: kept }) => {
    const real = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(real)
      if (typeof value !== 'object' || value === null) return value
      const { $bytes, as } = value as { $bytes?: string; as?: string }
      if ($bytes !== undefined) {
        const bytes = Uint8Array.from(atob($bytes), (letter) => letter.charCodeAt(0))
        return as === 'ArrayBuffer' ? bytes.buffer : bytes
      }
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, real(each)]))
    }
    for (const { name, version, stores } of databases) {
      const asked = indexedDB.open(name, version)
      asked.addEventListener('upgradeneeded', () => {
        for (const { name: store, keyPath, autoIncrement, indexes } of stores) {
          const made = asked.result.createObjectStore(store, { keyPath, autoIncrement })
          for (const index of indexes)
            made.createIndex(index.name, index.keyPath, {
              unique: index.unique,
              multiEntry: index.multiEntry,
            })
        }
      })
      const database = await new Promise<IDBDatabase>((done, failed) => {
        asked.addEventListener('success', () => done(asked.result))
        asked.addEventListener('error', () => failed(asked.error ?? new Error(name)))
        asked.addEventListener('blocked', () => failed(new Error(`${name} is open elsewhere.`)))
      })
      const writing = database.transaction(
        stores.map((store) => store.name),
        'readwrite',
      )
      for (const { name: store, rows } of stores)
        for (const row of rows) writing.objectStore(store).add(real(row))
      await new Promise<void>((done, failed) => {
        writing.addEventListener('complete', () => done())
        writing.addEventListener('abort', () => failed(writing.error ?? new Error(name)))
      })
      database.close()
    }
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  }, dump)
