import { useStore } from 'zustand'
import { session } from '../data/people/session.ts'
import { CalculatorScreen } from '../features/calculator/calculator-screen.tsx'
import { useSheetAtHand } from '../features/new-sheet/sheet-at-hand.ts'
import { useFollowed } from './followed-patient.ts'
import { OtherSheets } from './other-sheets.tsx'

/** Where the calculator and the open sheet meet. */
export function CalculatorRoute() {
  const userId = useStore(session, ({ user }) => user?._id)
  return userId === undefined ? null : <OfUser key={userId} userId={userId} />
}

function OfUser({ userId }: { userId: string }) {
  const { sheet, ownId, follow } = useFollowed(userId, useSheetAtHand(userId))
  if (sheet === undefined) return null
  return (
    <CalculatorScreen
      userId={userId}
      sheet={sheet}
      ownId={ownId}
      follow={follow}
      renderOthers={(onChoose) => <OtherSheets userId={userId} own={ownId} onChoose={onChoose} />}
    />
  )
}
