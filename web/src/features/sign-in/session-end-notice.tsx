import { useStore } from 'zustand'
import { noteRead } from '../../data/people/revocation.ts'
import { revoked } from '../../data/people/revocation-watch.ts'
import { sessionEnd } from '../../data/people/session.ts'
import { setupState } from '../../data/people/setup-state.ts'
import { endedText } from '../../data/people/sign-in-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { removedDemonstrationText, resetDemonstrationText, wipedText } from './sign-in-text.ts'

/** Why somebody is asked to log in who did not log out, and that a revoked tablet has removed its records. */
export function SessionEndNotice() {
  const why = useStore(sessionEnd, (state) => state.why)
  const rows = useStore(revoked, (state) => state.rows)
  const demo = useStore(setupState, (state) => state.demo)
  const gone = demo ? resetDemonstrationText : removedDemonstrationText
  const wiped = rows.filter(({ state, read }) => state === 'wiped' && !read)
  const read = (orgId: string) => {
    noteRead(orgId).catch((error: unknown) => console.error(error))
  }
  return (
    <>
      {wiped.map(({ org_id, org_name, demonstration }) => (
        <Banner
          key={org_id}
          kind="attention"
          title={demonstration ? gone.title : wipedText.title(org_name)}
          onDismiss={() => read(org_id)}
        >
          {demonstration ? gone.text : wipedText.text}
        </Banner>
      ))}
      {why !== null && (why !== 'revoked' || wiped.length === 0) && (
        <Banner kind="attention" title={endedText[why].title}>
          {endedText[why].text} {why !== 'revoked' && endedText.kept}
        </Banner>
      )}
    </>
  )
}
