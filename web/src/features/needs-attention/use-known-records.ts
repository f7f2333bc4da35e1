import { useLiveQuery } from 'dexie-react-hooks'
import type { Mutation, Op } from 'sync-protocol/records/mutation'
import { knownContents } from '../../data/records.ts'
import type { KnownRecords } from './entry-words.ts'

const NAMELESS: readonly Op['op'][] = ['delete', 'void', 'settle']
const NONE: KnownRecords = new Map()

/** What changes that carry no content of their own are about: a deletion or a decision names nothing but an id. */
export const useKnownRecords = (mutations: readonly Mutation[]): KnownRecords =>
  useLiveQuery(
    () => knownContents(mutations.flatMap(({ ops }) => ops.filter(({ op }) => NAMELESS.includes(op)))),
    [mutations],
  ) ?? NONE
