import { useLiveQuery } from 'dexie-react-hooks'
import type { Mutation, Op } from 'sync-protocol/records/mutation'
import { keyOf, type Collection } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import { knownContents } from '../../data/view/records.ts'
import type { KnownRecords } from './entry-words.ts'

const PARTIAL: readonly Op['op'][] = ['update', 'delete', 'void', 'settle']
const NONE: KnownRecords = new Map()

/** What changes that do not carry a whole content are about: a deletion or a decision names nothing but an id. */
export const useKnownRecords = (mutations: readonly Mutation[]): KnownRecords =>
  useLiveQuery(
    () => knownContents(mutations.flatMap(({ ops }) => ops.filter(({ op }) => PARTIAL.includes(op)))),
    [mutations],
  ) ?? NONE

/** What is known of a record, be it that it was deleted here a moment ago; undefined where nothing is. */
export const useKnownContent = (
  record: { collection: Collection; _id: string } | undefined,
): JsonObject | undefined =>
  useLiveQuery(
    async () => record && (await knownContents([record])).get(keyOf(record)),
    [record?.collection, record?._id],
  )
