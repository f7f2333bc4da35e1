import type { CodePatient, CodeTap } from 'sync-protocol/records/code-event'
import { create } from 'zustand'
import { newId } from '../../data/database/ids.ts'
import { currentUser } from '../../data/database/signed-in.ts'
import { now } from '../../data/database/time.ts'
import { tellOfFailure } from '../../data/outbox/failure-log.ts'
import { save } from '../../data/outbox/save.ts'
import { tapsOfCode, type StoredTap } from '../../data/view/code-events.ts'
import { codeText as text } from './code-text.ts'

/** Which code is recorded. */
export interface Code {
  codeId: string
  sheetId?: string
}

/** A tap of this tab: on the screen with the press, before it is on disk; one that could not be stored stays until it is. */
export interface PressedTap extends StoredTap {
  failed: boolean
}

export const usePressed = create<{ taps: readonly PressedTap[] }>(() => ({ taps: [] }))

const setFailed = (id: string, failed: boolean) =>
  usePressed.setState(({ taps }) => ({
    taps: taps.map((tap) => (tap._id === id ? { ...tap, failed } : tap)),
  }))

export interface TapMade {
  what: CodeTap
  detail?: string
  patient?: CodePatient
  /** When it was pressed, ms; now where that is not said. */
  at?: number
}

/** Shows a tap at once and stores it. Never throws: what could not be stored says so on the list. */
export function recordTap({ codeId, sheetId }: Code, { what, detail, patient, at = now() }: TapMade): void {
  const user = currentUser()
  const tap: PressedTap = {
    _id: newId(),
    version: 0,
    codeId,
    what,
    at: new Date(at).toISOString(),
    by: user.name,
    byId: user._id,
    isVoid: false,
    failed: false,
    ...(sheetId !== undefined && { sheetId }),
    ...(detail !== undefined && { detail }),
    ...(patient !== undefined && { patient }),
  }
  usePressed.setState(({ taps }) => ({ taps: [...taps, tap] }))
  void store(tap)
}

async function store(tap: PressedTap): Promise<void> {
  const { _id, codeId, sheetId, what, detail, patient, at } = tap
  try {
    await save({
      action: 'code_event.record',
      ops: [
        {
          op: 'create',
          collection: 'code_events',
          _id,
          content: {
            code_id: codeId,
            ...(sheetId !== undefined && { sheet_id: sheetId }),
            what,
            ...(detail !== undefined && { detail }),
            ...(patient !== undefined && { patient }),
            at,
          },
        },
      ],
    })
  } catch (error) {
    console.error('A tap of a code was not stored.', error)
    setFailed(_id, true)
    tellOfFailure('code_event.record_failed', text.words[what])
  }
}

/** Stores it under its own id: a tap is never recorded twice. */
export function storeAgain(tap: PressedTap): void {
  setFailed(tap._id, false)
  void store(tap)
}

/** It stays on the list and counts for nothing. */
export async function markMistake({ _id, version }: StoredTap): Promise<void> {
  await save({
    action: 'code_event.void',
    ops: [{ op: 'void', collection: 'code_events', _id, base: version, reason: text.mistakeReason }],
  })
}

/** CPR is started now, unless the code goes on already, on this tablet or another. */
export async function startCode(
  code: Code,
  patient: CodePatient,
  isGoingOn: (taps: readonly StoredTap[]) => boolean,
): Promise<void> {
  const at = now()
  try {
    if (isGoingOn(await tapsOfCode(code.codeId))) return
  } catch (error) {
    // Two starts count once: one too many harms nobody.
    console.error('The taps of a code could not be read.', error)
  }
  recordTap(code, { what: 'started', patient, at })
}
