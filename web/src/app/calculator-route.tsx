import { useStore } from 'zustand'
import { session } from '../data/people/session.ts'
import { CalculatorScreen } from '../features/calculator/calculator-screen.tsx'
import { useOpenSheets, useSheetAtHand } from '../features/new-sheet/sheet-at-hand.ts'
import { OpenSheetChoices, type ChooseSheet } from '../records/open-sheet-choices.tsx'

/** Where the calculator and the open sheet meet. */
export function CalculatorRoute() {
  const userId = useStore(session, ({ user }) => user?._id)
  return userId === undefined ? null : <OfUser key={userId} userId={userId} />
}

function OfUser({ userId }: { userId: string }) {
  const sheet = useSheetAtHand(userId)
  if (sheet === undefined) return null
  return (
    <CalculatorScreen
      userId={userId}
      sheet={sheet}
      renderOthers={(onChoose) => <Others onChoose={onChoose} />}
    />
  )
}

function Others({ onChoose }: { onChoose: ChooseSheet }) {
  return <OpenSheetChoices sheets={useOpenSheets()} onChoose={onChoose} />
}
