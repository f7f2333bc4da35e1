import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { SheetDraft } from 'sync-protocol/records/draft'
import { clinicDatabase } from '../../../data/database/clinic-database.ts'
import { newId } from '../../../data/database/ids.ts'
import { MemoryStorage } from '../../../data/database/testing/memory-storage.ts'
import { setSignedIn } from '../../../data/database/signed-in.ts'
import { pressedUnitsSince } from '../../../data/drafts/pressed-units.ts'
import { forgetLists, listIndex } from '../../../data/lists/list-index.ts'
import { newLane } from '../../../data/outbox/lanes.ts'
import type { KeptQuestion } from '../kept-question.ts'
import { exportWindowClosed, typed, type OpenSheet } from '../open-sheet.ts'
import { completeSheet, USER } from './sheet-samples.ts'
import { sheetServices } from '../sheet-services.ts'
import { openSheetSession, type SheetSession } from '../sheet-session.ts'
import { forgetUnwritten } from '../unwritten-draft.ts'

/** For tests: a tablet of its own, with somebody signed in, and what its open sheets told. */
export async function sheetTablet() {
  const clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  await clinic.lanes.put(newLane({ user_id: USER._id, user_name: USER.name }, newId()))
  setSignedIn({ clinic, user: USER })
  // Else the first EXPORT waits for it.
  await listIndex('drugs').ready
  // Else SAVE asks, since a patient may have been saved today.
  await listIndex('sheets').ready
  const storage: Storage = new MemoryStorage()
  pressedUnitsSince(storage)
  const opened: SheetSession[] = []
  const told = {
    drafts: [] as (string | null)[],
    losses: [] as boolean[],
    undecided: 0,
    injections: [] as { count: number; undo: () => void }[],
    undos: [] as { step: string; name: string; undo: () => void }[],
  }

  function open(
    sheet: OpenSheet,
    services = sheetServices(),
    continued: { id: string; stored: SheetDraft } | null = null,
    question: KeptQuestion | null = null,
  ): SheetSession {
    const session = openSheetSession({
      services,
      user: USER,
      storage,
      sheet,
      continued,
      question,
      onStored: () => forgetUnwritten(storage, USER._id),
      onDraft: (id) => told.drafts.push(id),
      onUndecided: () => told.undecided++,
      onInjectionsReset(count, undo) {
        const offer = { count, undo }
        told.injections.push(offer)
        return () => {
          told.injections = told.injections.filter((one) => one !== offer)
        }
      },
      onWiped: (step, { name }, undo) => told.undos.push({ step, name, undo }),
      onLoss: (wouldLose) => told.losses.push(wouldLose),
    })
    opened.push(session)
    return session
  }

  return {
    clinic,
    storage,
    told,
    open,
    /** Complete, exported, and asked whether to save. */
    async asked(services = sheetServices()): Promise<SheetSession> {
      const session = open(completeSheet(), services)
      session.update((sheet) => typed(sheet, 'name', 'Bella'))
      await session.flush()
      session.pressExport()
      session.update(exportWindowClosed)
      return session
    },
    rows: async () =>
      (await clinic.outbox.toArray()).map(({ body }) => ({
        action: body.action,
        detail: body.detail,
        ops: body.ops.map(({ op, collection }) => `${op} ${collection}`),
      })),
    async close() {
      // One that waits to keep something would keep it in the next test.
      await Promise.allSettled(opened.map((session) => session.close()))
      forgetLists()
      setSignedIn(undefined)
      clinic.close()
    },
  }
}
export type SheetTablet = Awaited<ReturnType<typeof sheetTablet>>
