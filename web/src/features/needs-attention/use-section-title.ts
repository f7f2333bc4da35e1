import { createContext, useContext } from 'react'
import type { SectionTitle } from './field-lines.ts'

/** The titles of the clinic's drug sections, read once for all cards. */
export const SectionTitles = createContext<SectionTitle>(() => undefined)
export const useSectionTitle = (): SectionTitle => useContext(SectionTitles)
