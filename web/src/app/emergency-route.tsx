import { useState } from 'react'
import { useStore } from 'zustand'
import { isSignedIn } from '../data/database/signed-in.ts'
import { session } from '../data/people/session.ts'
import { CodeButton, CodesOver, RunningCodes } from '../features/code/code-entry.tsx'
import { keepOpenCode, readOpenCode } from '../features/code/open-code.ts'
import type { Code } from '../features/code/recording.ts'
import { EmergencyScreen } from '../features/emergency-now/emergency-screen.tsx'
import { practise } from '../features/emergency-now/practise.ts'
import { readProtocolsAhead } from '../features/emergency-now/protocol-contents.ts'
import { codeSheetAtHand, codeSheetOf, useSheetAtHand } from '../features/new-sheet/sheet-at-hand.ts'
import { useFollowed } from './followed-patient.ts'
import { OtherSheets } from './other-sheets.tsx'
import type { Patient } from '../records/patient.ts'
import { overlay } from '../ui/overlay.tsx'
import { idle } from '../when-idle.ts'

const OpenCode = overlay(async () => (await import('./open-code.tsx')).OpenCode)

/** Reads what the screen shows, before somebody presses for it. */
export function readAhead(): void {
  if (!isSignedIn()) return
  readProtocolsAhead()
    .then(idle)
    .then(practise)
    .then(idle)
    .then(OpenCode.fetchAhead)
    .catch((error: unknown) => console.warn('The emergency screen was not read ahead.', error))
}

/** Where the emergency doses, a code and the open sheet meet. */
export function EmergencyRoute() {
  const userId = useStore(session, ({ user }) => user?._id)
  return userId === undefined ? null : <OfUser key={userId} userId={userId} />
}

function OfUser({ userId }: { userId: string }) {
  const { sheet, ownId, follow } = useFollowed(userId, useSheetAtHand(userId))
  const [code, setCode] = useState(() => readOpenCode(userId))
  const open = (next: Code | null) => {
    keepOpenCode(userId, next)
    setCode(next)
  }
  const renderCode = (patient: Patient) => (
    <CodeButton
      patient={{
        name: patient.sheet?.name ?? '',
        species: patient.species,
        weight: patient.weight,
        units: patient.units,
        estimated: patient.estimated,
        sheetId:
          patient.sheetId === undefined
            ? patient.sheet && codeSheetAtHand(userId, patient.sheet)
            : codeSheetOf(patient.sheet?.saved_as ?? patient.sheetId),
      }}
      onOpen={open}
    />
  )
  return (
    <>
      <EmergencyScreen
        userId={userId}
        sheet={sheet}
        ownId={ownId}
        renderOthers={(onChoose) => <OtherSheets userId={userId} own={ownId} onChoose={onChoose} />}
        follow={follow}
        renderCode={renderCode}
        running={code === null && <RunningCodes onOpen={open} />}
        over={code === null && <CodesOver onOpen={open} />}
      />
      {code !== null && <OpenCode {...{ code, sheet, userId, follow }} onClose={() => open(null)} />}
    </>
  )
}
