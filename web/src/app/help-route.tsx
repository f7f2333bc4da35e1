import { nothingKnown } from '../data/database/sync-status.ts'
import { GuideScreen } from '../features/help/guide-screen.tsx'
import { HelpScreen } from '../features/help/help-screen.tsx'
import type { Marked, MarkWords } from '../features/help/mark-topic.tsx'
import { markWords, type SyncFacts } from './sync-words.ts'

const said = (state: Marked, facts: Partial<SyncFacts> = {}) =>
  markWords({ ...nothingKnown, loaded: true, ...facts, state })

/** The mark's own words in the help, so that the two never say different things. */
const words: MarkWords = {
  sent: said('sent'),
  sending: said('sending', { unsent: 3 }),
  offline: said('offline', { unsent: 3 }),
  attention: said('attention', { attention: 1, serverReachable: true }),
  behind: said('behind'),
  stuck: said('stuck', { unsent: 3 }),
}

export function HelpRoute() {
  return <HelpScreen markWords={words} />
}

export function GuideRoute() {
  return <GuideScreen markWords={words} />
}
