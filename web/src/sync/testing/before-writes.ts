import { IDBObjectStore as Store } from 'fake-indexeddb'

type Write = (this: IDBObjectStore, ...given: [value: object, key?: IDBValidKey]) => IDBRequest<IDBValidKey>

/**
 * Calls before each write of a store of any database in memory, whoever makes it: what is thrown fails it, and what is given
 * is written in place of the value. Call what it gives to stop.
 */
export function beforeWrites(
  store: string,
  hear: (running: IDBTransaction, value: object) => object | void,
): () => void {
  const prototype = Store.prototype as unknown as Record<'add' | 'put', Write>
  const { add, put } = prototype
  const heard = (write: Write): Write =>
    function (value, ...key) {
      const other = this.name === store ? hear(this.transaction, value) : undefined
      return write.call(this, other ?? value, ...key)
    }
  prototype.add = heard(add)
  prototype.put = heard(put)
  return () => Object.assign(prototype, { add, put })
}
