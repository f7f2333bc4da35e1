import { useStore } from 'zustand'
import { session } from '../data/people/session.ts'
import { InstallHint } from '../features/help/install-hint.tsx'
import { WhatsNewHint } from '../features/help/whats-new-hint.tsx'
import { HomeScreen } from '../features/home/home-screen.tsx'
import { SearchButton } from './search-button.tsx'

/** Hints stand below the tiles: nothing that a finger aims at moves. */
export function HomeRoute() {
  const userId = useStore(session, ({ user }) => user?._id)
  return (
    <HomeScreen search={<SearchButton />}>
      {userId !== undefined && (
        <>
          <WhatsNewHint key={`new ${userId}`} userId={userId} />
          <InstallHint key={`install ${userId}`} userId={userId} />
        </>
      )}
    </HomeScreen>
  )
}
