import { useLiveQuery } from 'dexie-react-hooks'
import type { Mutation } from 'sync-protocol/records/mutation'
import { knownContents } from '../../data/records.ts'
import type { KnownRecords } from './entry-words.ts'

const NONE: KnownRecords = new Map()

/** What changes that carry no content of their own are about: a deletion names nothing but an id. */
export const useKnownRecords = (mutations: readonly Mutation[]): KnownRecords =>
  useLiveQuery(
    () =>
      knownContents(mutations.flatMap(({ ops }) => ops.filter(({ op }) => op === 'delete' || op === 'void'))),
    [mutations],
  ) ?? NONE
