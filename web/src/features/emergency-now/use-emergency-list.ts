import { useEffect, useMemo, useReducer, useState } from 'react'
import type { EmergencyDrug, EmergencyProtocolContent } from 'sync-protocol/records/emergency-protocol'
import { EMERGENCY_SECTION, type Species } from 'sync-protocol/records/fields'
import { emergencyDrugOf } from 'sync-protocol/rules/emergency-doses'
import { listIndex } from '../../data/lists/list-index.ts'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { useLiveList } from '../../ui/use-live-list.ts'
import { readChosen, rememberChosen } from './chosen-protocol.ts'
import { byName, chosenOf, contentInMemory, protocolsFor, readContent } from './protocol-contents.ts'

/** The drugs that are shown, and where they come from. */
export interface EmergencyList {
  from: 'sheet' | 'protocol' | 'library' | 'unreadable'
  /** Of the protocol. */
  name: string
  drugs: readonly EmergencyDrug[]
}

export interface EmergencyLists {
  /** Null while it is being read. */
  list: EmergencyList | null
  failed: boolean
  again: () => void
  /** The clinic's protocols of the species by name, where there is a choice. */
  choices: readonly Pick<ListEntry, '_id' | 'name'>[]
  chosen: string | null
  choose: (id: string) => void
}

/** All emergency drugs that the library has for a species, by name. */
export function libraryDrugs(entries: readonly ListEntry[], species: Species): EmergencyDrug[] {
  return entries
    .filter(({ section_key }) => section_key === EMERGENCY_SECTION)
    .sort(byName)
    .flatMap(({ _id, name, species: of, card: { drug } }) => {
      const entry = drug && { ...drug, _id, name, species: of, section_key: EMERGENCY_SECTION }
      return (entry && emergencyDrugOf(entry, species)) ?? []
    })
}

/** What a protocol holds; null where it cannot be read; undefined while it is being read, and without one. */
function useContent(entry: ListEntry | undefined): EmergencyProtocolContent | null | undefined {
  const [, wasRead] = useReducer((times: number) => times + 1, 0)
  const [failed, setFailed] = useState<ListEntry>()
  const content = entry && contentInMemory(entry)
  const isMissing = entry !== undefined && content === undefined
  useEffect(() => {
    if (!isMissing) return
    readContent(entry).then(wasRead, (error: unknown) => {
      console.error(error)
      setFailed(entry)
    })
  }, [entry, isMissing])
  return content === undefined && entry !== undefined && failed === entry ? null : content
}

/**
 * The emergency drugs for a patient: those of the sheet's own protocol; else of the clinic's protocol that was chosen last on this
 * tablet; else all that the library has for the species.
 */
export function useEmergencyLists(species: Species, own: EmergencyProtocolContent | null): EmergencyLists {
  const protocols = useLiveList(() => listIndex('emergency_protocols'))
  const library = useLiveList(() => listIndex('drugs'))
  const [chosenLast, setChosen] = useState(() => readChosen(localStorage, species))
  const choices = useMemo(
    () => (own === null ? protocolsFor(protocols.items, species) : []),
    [own, protocols.items, species],
  )
  const chosen = chosenOf(choices, chosenLast)
  const content = useContent(chosen)
  const isLibrary = own === null && protocols.status === 'ready' && (chosen === undefined || content === null)
  const list = useMemo((): EmergencyList | null => {
    if (own !== null) return { from: 'sheet', name: own.name, drugs: own.drugs }
    if (content) return { from: 'protocol', name: content.name, drugs: content.drugs }
    if (!isLibrary || library.status !== 'ready') return null
    const from = chosen === undefined ? 'library' : 'unreadable'
    return { from, name: '', drugs: libraryDrugs(library.items, species) }
  }, [own, content, isLibrary, library.status, library.items, chosen, species])
  return {
    list,
    failed: list === null && (protocols.status === 'failed' || (isLibrary && library.status === 'failed')),
    again: () => {
      protocols.again()
      library.again()
    },
    choices: choices.length > 1 ? choices : [],
    chosen: chosen?._id ?? null,
    choose(id) {
      rememberChosen(localStorage, species, id)
      setChosen(id)
    },
  }
}
