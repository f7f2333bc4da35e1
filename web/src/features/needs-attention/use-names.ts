import { createContext, useContext } from 'react'
import { NOT_READ, protocolIdsIn, useProtocolNames } from '../../records/use-protocol-names.ts'
import { attentionText as text } from './attention-text.ts'
import type { NamesOf, SectionTitle } from './field-lines.ts'

/** The titles of the clinic's drug sections, read once for all cards. */
export const SectionTitles = createContext<SectionTitle>(() => undefined)

/** What the records are called that these values name by key or id. */
export function useNames(values: unknown): NamesOf {
  const sectionTitle = useContext(SectionTitles)
  const protocols = useProtocolNames(protocolIdsIn(values))
  return {
    sectionTitle,
    protocolName: (id) => (protocols === NOT_READ ? text.notRead : protocols.get(id)),
  }
}
