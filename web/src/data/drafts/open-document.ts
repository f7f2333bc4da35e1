import { claimDraft } from './draft-claim.ts'
import { setLeaveGuard } from './leave-guard.ts'

/** An open sheet or balance table: typed into here, and stored as a draft that every tablet of the clinic has. */
export interface OpenDocument {
  /** Stores what was typed, as far as a page that may be about to go still can. */
  keep(): void
  /** Leaving now would lose something. */
  losesOnLeave(): boolean
  /** Resolves when what would be lost is stored. */
  close(): Promise<void>
}

/**
 * Holds a document in this tab: no other tab types into it, and it is stored before the page goes. `release` lets go of the
 * draft that it goes on with. With its end nothing is asked before the screen is left.
 */
export function holdDocument(opened: OpenDocument, release: (() => void) | null) {
  let held = release
  /** Which draft it is stored as last: a claim that comes later than another move is let go of. */
  let moves = 0
  const letGo = () => {
    held?.()
    held = null
  }
  const keepWhenHidden = () => {
    if (document.visibilityState === 'hidden') opened.keep()
  }
  const keep = () => opened.keep()
  const keepAndAsk = (event: BeforeUnloadEvent) => {
    opened.keep()
    if (opened.losesOnLeave()) event.preventDefault()
  }
  document.addEventListener('visibilitychange', keepWhenHidden)
  window.addEventListener('pagehide', keep)
  window.addEventListener('beforeunload', keepAndAsk)

  return {
    /** It is stored as this draft from now on, or as none. */
    movedTo(id: string | null): void {
      letGo()
      const mine = ++moves
      if (id === null) return
      claimDraft(navigator.locks, id).then(
        (claimed) => (mine === moves ? (held = claimed) : claimed?.()),
        (error: unknown) => console.error(error),
      )
    },
    async end(): Promise<void> {
      document.removeEventListener('visibilitychange', keepWhenHidden)
      window.removeEventListener('pagehide', keep)
      window.removeEventListener('beforeunload', keepAndAsk)
      setLeaveGuard(null)
      await opened.close()
      moves += 1
      letGo()
    },
  }
}

/** Where documents of one kind are opened and put away: one after the other, or a tab would find its own draft taken. */
export function documentDesk(afterThat: (work: () => Promise<void>) => Promise<void>) {
  let end: (() => Promise<void>) | null = null
  let visit = 0
  function putAway(): void {
    const last = end
    end = null
    if (last !== null) void afterThat(last)
  }
  return {
    /** This one is on the screen now. */
    begun(itsEnd: () => Promise<void>): void {
      end = itsEnd
    },
    putAway,
    /** Whether the screen still shows what it shows now. */
    visit: () => {
      const mine = visit
      return () => mine === visit
    },
    async open(find: (isWanted: () => boolean) => Promise<void>): Promise<void> {
      const mine = ++visit
      const isWanted = () => mine === visit
      await afterThat(async () => {
        if (isWanted()) await find(isWanted)
      })
    },
    leave(): void {
      visit += 1
      putAway()
    },
  }
}
