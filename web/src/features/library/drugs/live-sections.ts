import { useLiveQuery } from 'dexie-react-hooks'
import { librarySections, type LiveSection } from '../../../data/view/library-sections.ts'

/** The clinic's own sections in the order of their keys; undefined until they are read. */
export const useSections = (): readonly LiveSection[] | undefined => useLiveQuery(librarySections, [])
