import 'fake-indexeddb/auto'
import { Dexie, type EntityTable } from 'dexie'
import { afterEach, expect, test, vi } from 'vitest'
import { endsWithPage } from './put-aside.ts'

interface Row {
  id: string
}
type Store = Dexie & { rows: EntityTable<Row, 'id'>; others: EntityTable<Row, 'id'> }

const page = new EventTarget()
vi.stubGlobal('onpagehide', null)
vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
const hide = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }))

let opened: Store[] = []
const open = () => {
  const store = new Dexie('store') as Store
  store.version(1).stores({ rows: 'id', others: 'id' })
  endsWithPage(store)
  opened.push(store)
  return store
}
afterEach(async () => {
  for (const store of opened) store.close()
  opened = []
  await Dexie.delete('store')
})

/** A transaction that goes on until it is let go, as one of a page that is stopped would. */
function hold(store: Store, table: 'rows' | 'others') {
  const held = { on: true }
  let begun: IDBTransaction | undefined
  const end = store.transaction('rw', store[table], async (transaction) => {
    await store[table].put({ id: 'held' })
    begun = transaction.idbtrans
    while (held.on) await store[table].get('held')
  })
  return {
    begun: () => vi.waitUntil(() => begun),
    letGo: () => void (held.on = false),
    ended: end.then(
      () => 'stored',
      (error: Error) => error.name,
    ),
  }
}

test('what runs in a page that is kept for going back is aborted, and another page writes', async () => {
  const held = hold(open(), 'rows')
  await held.begun()
  const write = open().rows.put({ id: 'of another page' })
  hide(true)
  await write
  expect(await held.ended).toBe('AbortError')
  expect((await open().rows.toArray()).map(({ id }) => id)).toEqual(['of another page'])
})

test('one that ends by itself stays as it is, and keeps no other from its end', async () => {
  const store = open()
  const [ending, held] = [hold(store, 'rows'), hold(store, 'others')]
  const begun = await ending.begun()
  await held.begun()
  ending.letGo()
  begun.commit()
  hide(true)
  expect(await held.ended).toBe('AbortError')
  expect(await store.rows.get('held')).toEqual({ id: 'held' })
})

test('a page that is left for good, or only hidden, ends what it began', async () => {
  const store = open()
  const held = hold(store, 'rows')
  await held.begun()
  hide(false)
  held.letGo()
  expect(await held.ended).toBe('stored')
})
