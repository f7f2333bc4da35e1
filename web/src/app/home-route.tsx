import { useStore } from 'zustand'
import { session } from '../data/people/session.ts'
import { InstallHint } from '../features/help/install-hint.tsx'
import { WhatsNewHint } from '../features/help/whats-new-hint.tsx'
import { HomeScreen } from '../features/home/home-screen.tsx'

/** Hints stand below the tiles: nothing that a finger aims at moves. */
export function HomeRoute() {
  const userId = useStore(session, ({ user }) => user?._id)
  return (
    <HomeScreen>
      {userId !== undefined && (
        <>
          <WhatsNewHint key={`new ${userId}`} userId={userId} />
          <InstallHint key={`install ${userId}`} userId={userId} />
        </>
      )}
    </HomeScreen>
  )
}
