import { newOpenTable, readOpenTable, type OpenTable } from 'sync-protocol/rules/open-table'
import type { Substance } from 'sync-protocol/rules/substances'
import { createStore } from 'zustand/vanilla'
import { claimDraft } from '../../../data/drafts/draft-claim.ts'
import { setLeaveGuard } from '../../../data/drafts/leave-guard.ts'
import { documentDesk, holdDocument } from '../../../data/drafts/open-document.ts'
import type { SeenTable } from '../../../data/drafts/table-drafts.ts'
import { listIndex } from '../../../data/lists/list-index.ts'
import { inTurn } from '../../../data/drafts/write-line.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import { flowOf, isStarted, substanceChosen } from './create-flow.ts'
import { createText } from './create-text.ts'
import { fetchedFrom, previousNow } from './previous-facts.ts'
import { tableServices } from './table-services.ts'
import { openTableSession, type TableSession } from './table-session.ts'

export interface DeskUser {
  _id: string
  name: string
}

export type Opened =
  | { kind: 'open'; session: TableSession }
  /** Another window of this tablet has it, or a newer app wrote it. */
  | { kind: 'taken' | 'newer' }

/** A table before anything is chosen. */
export function freshTable(user: DeskUser, newId: () => string, atMs: number): OpenTable {
  const at = new Date(atMs).toISOString()
  return newOpenTable(newId(), at, { user_id: user._id, name: user.name, at })
}

/** Longer than one desk: a screen that comes back waits for the last table to be put away. */
const afterThat = inTurn()

/** Where a user's tables are opened and put away, for as long as the screen stands. */
export function tableDesk(user: DeskUser) {
  /** Null for the moment in which the local database is asked. */
  const store = createStore<{ opened: Opened | null; draftId: string | null | undefined }>(() => ({
    opened: null,
    draftId: undefined,
  }))
  /** The address names the draft; undefined while nobody knows better than the address. */
  const onDraft = (draftId: string | null) => store.setState({ draftId })
  const desk = documentDesk(afterThat)

  function begin(open: OpenTable, seen: SeenTable | null, claimed: (() => void) | null): void {
    const session = openTableSession({
      services: tableServices(),
      user,
      flow: flowOf(open),
      seen,
      onDraft(id) {
        onDraft(id)
        held.movedTo(id)
      },
    })
    const held = holdDocument(
      {
        keep: () => void session.flush(),
        losesOnLeave: session.losesOnLeave,
        close: () => session.close(),
      },
      claimed,
    )
    const kept = () => {
      const { keeping } = session.store.getState()
      return keeping === 'gone' || keeping === 'failed' ? undefined : createText.stillThere
    }
    const guard = () => {
      const { flow, saved } = session.store.getState()
      const asks = isStarted(flow.open) && saved === null
      setLeaveGuard(
        asks
          ? {
              message: createText.leave,
              kept,
              onLeave: () => {
                const text = kept()
                if (text !== undefined) showToast({ text })
              },
            }
          : null,
      )
    }
    guard()
    const unsubscribe = session.store.subscribe((now, before) => {
      if (now.flow.open !== before.flow.open || now.saved !== before.saved) guard()
    })
    desk.begun(async () => {
      unsubscribe()
      await held.end()
    })
    store.setState({ opened: { kind: 'open', session } })
  }

  async function find(
    tableId: string | null,
    of: Substance | undefined,
    isWanted: () => boolean,
  ): Promise<void> {
    const services = tableServices()
    const fresh = () => begin(freshTable(user, services.newId, services.now()), null, null)
    if (tableId === null) {
      // The previous balance is in the list: without it the form would say that there is none.
      if (of !== undefined) await listIndex('balances').ready.catch(() => undefined)
      if (!isWanted()) return
      fresh()
      const { opened } = store.getState()
      if (of !== undefined && opened?.kind === 'open' && listIndex('balances').isReady())
        opened.session.update((flow) => substanceChosen(flow, of, fetchedFrom(previousNow(of))))
      return
    }
    const tables = await services.read()
    if (!isWanted()) return
    const id = tables.present(tableId)
    const table = tables.drafts.find(({ _id }) => _id === id)?.content.table
    if (table === undefined) {
      showToast({ text: createText.notOpenAnyMore, kind: 'attention' })
      onDraft(null)
      return fresh()
    }
    const open = readOpenTable(table)
    const claimed = open && (await claimDraft(navigator.locks, id))
    if (!isWanted()) return claimed?.()
    if (open === null || claimed === null)
      return store.setState({ opened: { kind: open === null ? 'newer' : 'taken' } })
    onDraft(id)
    begin(open, { id, table }, claimed)
  }

  return {
    store,
    /** Opens the table of a draft, or a new one, of this substance where one is wanted. */
    open(tableId: string | null, of?: Substance): Promise<void> {
      desk.putAway()
      return desk.open((isWanted) => find(tableId, of, isWanted))
    },
    close(): void {
      desk.leave()
      store.setState({ opened: null })
    },
  }
}
