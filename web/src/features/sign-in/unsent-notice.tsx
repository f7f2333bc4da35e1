import { useStore } from 'zustand'
import { syncStatus } from '../../data/database/sync-status.ts'
import { Banner } from '../../ui/banner.tsx'
import { unsentText as text } from './sign-in-text.ts'

/** Whose work lies here that does not leave by itself: nobody else would see it before somebody logs in. */
export function UnsentNotice() {
  const people = useStore(syncStatus, (status) => status.people)
  return people
    .filter(({ waits, shutOut }) => waits || shutOut)
    .map(({ user_id, name, unsent, shutOut, removed }) => (
      <Banner key={user_id} kind="attention" title={text.title(name, unsent)}>
        {(removed ? text.removed : shutOut ? text.shutOut : text.waits)(unsent)}
      </Banner>
    ))
}
