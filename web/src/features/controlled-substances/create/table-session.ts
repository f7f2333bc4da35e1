import { sameJson, type Json } from 'sync-protocol/records/json'
import type { BalanceContent } from 'sync-protocol/records/balance'
import { fieldsOf } from 'sync-protocol/records/unchecked'
import { savingBalance } from 'sync-protocol/rules/balance-intents'
import { balanceContentOf } from 'sync-protocol/rules/balance-sheet'
import { entriesOf, readOpenTable, type OpenTable } from 'sync-protocol/rules/open-table'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Intent } from '../../../data/outbox/save.ts'
import type { OpenTables, SeenTable } from '../../../data/drafts/table-drafts.ts'
import { writeLine } from '../../../data/drafts/write-line.ts'
import { followed, keepable, tableIn, type CreateFlow } from './create-flow.ts'

/** The data layer as the flow needs it, bound to one user. */
export interface TableServices {
  newId(): string
  /** The present time in ms. */
  now(): number
  keep(seen: SeenTable | null, table: Json): Promise<SeenTable>
  finish(seen: SeenTable | null, intent?: Intent): Promise<void>
  read(): Promise<OpenTables>
  /** Calls back after every change of the open tables, from whatever tab or tablet. */
  watch(onChange: () => void): () => void
}

export interface SessionOptions {
  services: TableServices
  user: { _id: string; name: string }
  flow: CreateFlow
  /** The draft that `flow` came from. */
  seen: SeenTable | null
  /** Told of the draft's id when it begins, moves (a string) and ends (null). */
  onDraft(id: string | null): void
}

/** Another table that was made of the same one. */
export interface ApartTable {
  id: string
  name: string
  entries: number
}

export interface SavedBalance {
  _id: string
  content: BalanceContent
  at: string
}

export interface SessionState {
  flow: CreateFlow
  /** `gone`: what is on the screen is stored nowhere, and nothing was entered since. */
  keeping: 'kept' | 'keeping' | 'failed' | 'gone'
  saving: 'no' | 'busy' | 'failed'
  saved: SavedBalance | null
  apart: readonly ApartTable[]
  /** What somebody else did to the stored table: went on with it, or saved or cleared it. */
  news: { kind: 'followed' | 'gone'; by: string } | null
}

export interface TableSession {
  store: StoreApi<SessionState>
  update(transition: (flow: CreateFlow) => CreateFlow): void
  /** Keeps what is on the screen now, without the usual pause. */
  flush(): Promise<void>
  /** The balance sheet, and the end of its table, in one change. */
  save(): Promise<void>
  readNews(): void
  /** Something on the screen is not stored. */
  losesOnLeave(): boolean
  /** The screen goes: what is on it is kept. */
  close(): Promise<void>
}

/** Also of a table that a newer version of the app keeps otherwise. */
const originOf = (table: Json) => fieldsOf<OpenTable>(table).origin

/** Typing in a form waits for a short break; an entry never does. */
const QUIET_MS = 250
const AGAIN_MS = 3_000

/** One open balance table: its state, its draft in the local database, and its save. */
export function openTableSession(options: SessionOptions): TableSession {
  const { services, user, onDraft } = options
  const store = createStore<SessionState>(() => ({
    flow: options.flow,
    keeping: 'kept',
    saving: 'no',
    saved: null,
    apart: [],
    news: null,
  }))
  const flowNow = () => store.getState().flow
  let { seen } = options
  /** What of the screen is stored. */
  let written: OpenTable | null = seen === null ? null : keepable(options.flow)
  let over = false
  let prepared: SavedBalance | null = null
  const line = writeLine(write)

  const moveTo = (next: SeenTable | null) => {
    const before = seen?.id ?? null
    seen = next
    if (before !== (next?.id ?? null)) onDraft(next?.id ?? null)
  }
  const isDirty = () => keepable(flowNow()) !== written
  const say = (keeping: SessionState['keeping']) => {
    if (store.getState().keeping !== keeping) store.setState({ keeping })
  }

  async function write(): Promise<void> {
    const open = keepable(flowNow())
    if (over || open === written) return
    try {
      if (open === null) {
        await services.finish(seen)
        moveTo(null)
      } else {
        const at = new Date(services.now()).toISOString()
        const table = { ...open, last: { user_id: user._id, name: user.name, at } }
        moveTo(await services.keep(seen, table))
      }
      written = open
      say(isDirty() ? 'keeping' : 'kept')
    } catch (error) {
      console.error(error)
      say('failed')
      line.soon(AGAIN_MS)
    }
  }

  /** Reads anew, after every write before it: what a watcher hears may be older than what was just written. */
  async function look(): Promise<void> {
    const tables = await services.read()
    if (over) return
    takeOver(tables)
    store.setState({ apart: apartOf(tables) })
  }

  function takeOver(tables: OpenTables): void {
    if (seen === null) return
    const id = tables.present(seen.id)
    const record = tables.drafts.find(({ _id }) => _id === id)
    if (record === undefined) {
      moveTo(null)
      store.setState({ news: { kind: 'gone', by: '' }, ...(!isDirty() && { keeping: 'gone' }) })
      return
    }
    const { table } = record.content
    if (sameJson(table, seen.table)) return moveTo({ id, table })
    const open = isDirty() ? null : readOpenTable(table)
    if (open === null) return
    moveTo({ id, table })
    written = keepable({ ...flowNow(), open })
    store.setState({ flow: followed(flowNow(), open), news: { kind: 'followed', by: open.last.name } })
  }

  function apartOf({ drafts, own }: OpenTables): ApartTable[] {
    const { origin } = flowNow().open
    const mine = new Set(seen === null ? [] : [seen.id, own(seen.id)])
    return drafts.flatMap(({ _id, content }) => {
      const { table } = content
      if (mine.has(_id) || originOf(table) !== origin) return []
      const open = readOpenTable(table)
      return open === null ? [] : [{ id: _id, name: open.last.name, entries: entriesOf(open) }]
    })
  }
  const unwatch = services.watch(() => void line.after(look))

  function update(transition: (flow: CreateFlow) => CreateFlow): void {
    const before = flowNow()
    const flow = transition(before)
    const { saving, saved } = store.getState()
    if (over || saved !== null || saving === 'busy' || flow === before) return
    const changed = flow.open !== before.open
    store.setState({ flow, ...(changed && { keeping: 'keeping', saving: 'no', news: null }) })
    if (!changed) return
    const typing = flow.open.events === before.open.events && flow.open.substance === before.open.substance
    if (typing) line.soon(QUIET_MS)
    else void line.now()
  }

  /** Made once for a table: a save that is tried again saves the same. */
  function prepare(): SavedBalance | null {
    const { open } = flowNow()
    const table = tableIn(open)
    if (table === null || table.date === null || open.substance === null) return null
    const content = balanceContentOf(table, open.substance)
    if (prepared !== null && sameJson(prepared.content, content)) return prepared
    return { _id: services.newId(), content, at: new Date(services.now()).toISOString() }
  }

  async function save(): Promise<void> {
    if (over || store.getState().saving === 'busy' || store.getState().saved !== null) return
    prepared = prepare()
    if (prepared === null) return
    const { _id, content } = prepared
    store.setState({ saving: 'busy' })
    void line.rest()
    await line.after(async () => {
      try {
        await services.finish(seen, savingBalance(content, _id))
        written = keepable(flowNow())
        seen = null
        store.setState({ saved: prepared, saving: 'no', keeping: 'kept', apart: [], news: null })
        onDraft(null)
      } catch (error) {
        console.error(error)
        store.setState({ saving: 'failed' })
      }
    })
    if (store.getState().saved === null && isDirty()) line.soon(AGAIN_MS)
  }

  return {
    store,
    update,
    flush: line.now,
    save,
    readNews: () => store.setState({ news: null }),
    losesOnLeave: () => !over && store.getState().saved === null && isDirty(),
    async close() {
      if (over) return
      if (store.getState().saved === null) await line.now()
      over = true
      void line.rest()
      unwatch()
    },
  }
}
