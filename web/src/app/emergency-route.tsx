import { useStore } from 'zustand'
import { isSignedIn } from '../data/database/signed-in.ts'
import { session } from '../data/people/session.ts'
import { EmergencyScreen } from '../features/emergency-now/emergency-screen.tsx'
import { practise } from '../features/emergency-now/practise.ts'
import { readProtocolsAhead } from '../features/emergency-now/protocol-contents.ts'
import { OpenSheetChoices, type ChooseSheet } from '../features/emergency-now/open-sheet-choices.tsx'
import { useOpenSheets, useSheetAtHand } from '../features/new-sheet/sheet-at-hand.ts'
import { idle } from '../when-idle.ts'

/** Reads what the screen shows, before somebody presses for it. */
export function readAhead(): void {
  if (!isSignedIn()) return
  readProtocolsAhead()
    .then(idle)
    .then(practise)
    .catch((error: unknown) => console.warn('Emergency protocols were not read ahead.', error))
}

/** Where the emergency doses and the open sheet meet. */
export function EmergencyRoute() {
  const userId = useStore(session, ({ user }) => user?._id)
  return userId === undefined ? null : <OfUser key={userId} userId={userId} />
}

function OfUser({ userId }: { userId: string }) {
  const others = (onChoose: ChooseSheet) => <Others onChoose={onChoose} />
  return <EmergencyScreen sheet={useSheetAtHand(userId)} renderOthers={others} />
}

function Others({ onChoose }: { onChoose: ChooseSheet }) {
  return <OpenSheetChoices sheets={useOpenSheets()} onChoose={onChoose} />
}
