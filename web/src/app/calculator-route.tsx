import { useStore } from 'zustand'
import { session } from '../data/people/session.ts'
import { CalculatorScreen } from '../features/calculator/calculator-screen.tsx'
import { idAtHand, useSheetAtHand } from '../features/new-sheet/sheet-at-hand.ts'
import { useFollowed } from './followed-patient.ts'
import { OtherSheets } from './other-sheets.tsx'

/** Where the calculator and the open sheet meet. */
export function CalculatorRoute() {
  const userId = useStore(session, ({ user }) => user?._id)
  return userId === undefined ? null : <OfUser key={userId} userId={userId} />
}

function OfUser({ userId }: { userId: string }) {
  const sheet = useSheetAtHand(userId)
  const follow = useFollowed(userId)
  if (sheet === undefined) return null
  const ownId = sheet && idAtHand(userId, sheet)
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
